import type { ReactNode } from 'react';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { nameRunner } from '#client/organisers/runners/editor-values.ts';
import { describeObstacle } from './status-message.ts';
import { useWorkspace } from './use-workspace.ts';
import type { OpenEditor } from './form/save-queue.ts';

const TONES = { done: 'tone-done', notice: 'tone-notice', alert: 'tone-alert' };
const TEXT = 'fills anywhere py-1 pr-[13px]';

/**
 * The outcome of the last action, with its undo. Its room is reserved and it stays in view, so
 * that messages never move the rows under a finger.
 */
export function StatusLine(): ReactNode {
  const { forms } = useWorkspace();
  const { status, saving, refused } = forms;
  const [firstRefused] = refused;
  return (
    <div
      // The height of a line with a button; a longer message covers the sticky head of the table.
      className="unprinted pointer-events-none sticky top-[var(--toolbar,0px)] z-3 h-[max(50px,2.6rem)] *:pointer-events-auto"
    >
      {/* Always rendered, so that a screen reader announces its content. */}
      <output
        className={`row between semibold gap-x-3 gap-y-0 text-m leading-[1.3] ${status || saving.length > 0 ? `min-h-11 rounded-md pl-[13px] ${TONES[status?.tone ?? 'done']}` : ''}`}
        data-testid="news"
      >
        {status ? (
          <>
            <span className={TEXT}>{status.text}</span>
            {status.onUndo ? <Button onClick={status.onUndo}>Undo</Button> : null}
          </>
        ) : null}
        {saving.length > 0 ? (
          <span className={TEXT}>
            Saving… {saving.map(({ values }) => nameRunner(values)).join(', ')}
          </span>
        ) : null}
      </output>
      {firstRefused ? <RefusedNotice key={firstRefused.key} draft={firstRefused} /> : null}
    </div>
  );
}

/** The first form that was refused while the organiser did something else. */
function RefusedNotice({ draft }: { readonly draft: OpenEditor }): ReactNode {
  const { forms } = useWorkspace();
  const others = forms.refused.length - 1;
  return (
    <Banner kind="alert">
      <div className="row between gap-x-3 gap-y-1">
        <span>
          Not saved: {nameRunner(draft.values)}. {describeObstacle(draft.refusal ?? {})}
          {others > 0 ? ` ${others} more ${others === 1 ? 'is' : 'are'} not saved.` : null}
        </span>
        {forms.isGone(draft) ? (
          <Button onClick={() => forms.drop(draft)}>Discard</Button>
        ) : (
          <Button onClick={() => forms.reopen(draft)}>Open the form</Button>
        )}
      </div>
    </Banner>
  );
}
