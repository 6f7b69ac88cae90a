import type { ReactNode } from 'react';

import styles from './EmptyState.module.css';
import type { ResultsTab, TabCode } from '#client/live/tabs.ts';
import type { StartList } from './use-start-list.ts';

/** How many rows of another tab match. */
export interface OtherMatches {
  readonly tab: ResultsTab;
  readonly count: number;
}

export interface NoMatchProps {
  readonly text: string;
  /** Where there are matches, if anywhere. */
  readonly others: readonly OtherMatches[];
  /** Where those who were not seen yet are sought. */
  readonly startList: StartList;
  readonly onSelect: (code: TabCode) => void;
  readonly onClear: () => void;
}

/** Shown when the find box leaves no row of the open tab. */
export function NoMatch(props: NoMatchProps): ReactNode {
  const { text, others, startList, onSelect, onClear } = props;
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>Nobody here matches “{text.trim()}”</h2>
      <p>{others.length > 0 ? 'But in another tab:' : describeNobody(startList)}</p>
      {others.map(({ tab, count }) => (
        <button
          key={tab.code}
          className={styles.button}
          type="button"
          onClick={() => {
            onSelect(tab.code);
          }}
        >
          {count} in {tab.label}
        </button>
      ))}
      <button className={styles.button} type="button" onClick={onClear}>
        Show everyone
      </button>
    </div>
  );
}

function describeNobody({ starters, hasFailed }: StartList): string {
  if (starters) {
    return 'Nor in any other tab, nor among those who are registered. Try fewer letters, the bib or the club.';
  }
  return hasFailed
    ? 'Nor in any other tab. Who was not seen yet cannot be found just now: the start list did not arrive.'
    : 'Nor in any other tab. Looking through those who are registered …';
}
