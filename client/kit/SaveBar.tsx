import type { ReactNode } from 'react';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';

export interface SaveBarProps {
  /** The names of unsaved parts. */
  readonly changed: readonly string[];
  /** A choice between two changes is open. */
  readonly isClashing: boolean;
  /** The outcome of the last save, and questions. */
  readonly news: ReactNode;
  readonly hasNews: boolean;
  readonly button: ReactNode;
}

/** The unsaved changes of a screen, its save button and the outcome; visible while there are any. */
export function SaveBar(props: SaveBarProps): ReactNode {
  const { changed, isClashing, news, hasNews, button } = props;
  const isNeeded = changed.length > 0 || isClashing || hasNews;
  return (
    <div
      // With nothing to save it would only cover the buttons of race day.
      className={`stack-8 rounded-t-lg border border-line bg-surface px-[18px] pt-3 pb-[max(12px,env(safe-area-inset-bottom))] [box-shadow:0_-8px_24px_-16px_var(--shadow)] phone:px-3 ${isNeeded ? 'sticky bottom-0 z-5' : ''}`}
      data-needed={isNeeded || undefined}
    >
      {news}
      <div className="row justify-end gap-x-4 [&>button]:max-w-full [&>button]:flex-none [&>p]:min-w-0 [&>p]:flex-[1_1_7em]">
        <p className="text-s muted anywhere">
          {changed.length === 0 ? 'Nothing to save.' : `Not saved yet: ${changed.join(', ')}.`}
          {isClashing ? ' Choose which to keep where another organiser made changes.' : ''}
        </p>
        {button}
      </div>
    </div>
  );
}

export interface MineOrTheirsProps {
  readonly label: string;
  /** Their value. */
  readonly children: ReactNode;
  readonly onKeep: (keep: 'mine' | 'theirs') => void;
}

/** Asks which of two changes to keep. */
export function MineOrTheirs({ label, children, onKeep }: MineOrTheirsProps): ReactNode {
  return (
    <Banner kind="notice">
      <div className="stack-8 anywhere">
        {children}
        <div className="flow shrinks">
          <Button aria-label={`Keep mine: ${label}`} onClick={() => onKeep('mine')}>
            Keep mine
          </Button>
          <Button aria-label={`Take theirs: ${label}`} onClick={() => onKeep('theirs')}>
            Take theirs
          </Button>
        </div>
      </div>
    </Banner>
  );
}
