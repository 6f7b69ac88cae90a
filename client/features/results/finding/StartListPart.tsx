import { type ReactNode, useId } from 'react';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { Starter } from '#shared/model/result.ts';
import { createDeferred } from '#client/ui/deferred.tsx';
import { useTexts } from '#client/ui/use-texts.ts';
import type { StartListProps } from './StartList.tsx';
import styles from './StartListPart.module.css';

const list = createDeferred<StartListProps>(
  async () => (await import('./StartList.tsx')).StartList,
  { fallback: null },
);

export interface StartListPartProps {
  /** Known before the list is loaded. */
  readonly count: number;
  /** Undefined until loaded. */
  readonly starters: readonly Starter[] | undefined;
  readonly hasFailed: boolean;
  /** Before the start, when this is the whole start list. */
  readonly isBefore: boolean;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly config: RaceConfig;
  /** The search text, or empty. */
  readonly listKey: string;
}

/** The registered runners of a race without a result yet, behind a button with their number. */
export function StartListPart(props: StartListPartProps): ReactNode {
  const { count, starters, hasFailed, isBefore, isShown, onShow, config, listKey } = props;
  const { common, finding } = useTexts();
  const id = useId();
  const unseen = config.closed ? finding.neverSeen : finding.notSeen;
  const title = `${isBefore ? finding.startList : unseen} (${count})`;
  if (count === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 className={styles.title}>
        <button
          id={id}
          className={styles.toggle}
          type="button"
          aria-expanded={isShown}
          onPointerEnter={list.preload}
          onFocus={list.preload}
          onClick={() => onShow(!isShown)}
        >
          {title}
          <span aria-hidden="true">{isShown ? ' ▴' : ' ▾'}</span>
        </button>
      </h2>
      {isShown && !starters ? (
        <output className={styles.note}>{hasFailed ? finding.noStartList : common.loading}</output>
      ) : null}
      {isShown && starters ? (
        <list.Component label={title} starters={starters} listKey={`${isBefore}${listKey}`} />
      ) : null}
    </section>
  );
}
