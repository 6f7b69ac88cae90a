import type { ReactNode } from 'react';

import styles from './EmptyState.module.css';
import type { ResultsTab, TabCode } from './tabs.ts';

/** How many rows of another tab match. */
export interface OtherMatches {
  readonly tab: ResultsTab;
  readonly count: number;
}

export interface NoMatchProps {
  readonly text: string;
  /** Where there are matches, if anywhere. */
  readonly others: readonly OtherMatches[];
  readonly onSelect: (code: TabCode) => void;
  readonly onClear: () => void;
}

/** Shown when the find box leaves no row of the open tab. */
export function NoMatch({ text, others, onSelect, onClear }: NoMatchProps): ReactNode {
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>Nobody here matches “{text.trim()}”</h2>
      <p>
        {others.length > 0
          ? 'But in another tab:'
          : 'Nor in any other tab. Try fewer letters, the bib or the club.'}
      </p>
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
