import type { ReactNode } from 'react';

import styles from './EmptyState.module.css';

export interface NoMatchProps {
  readonly text: string;
  readonly onClear: () => void;
}

/** Shown when the find box leaves no row. */
export function NoMatch({ text, onClear }: NoMatchProps): ReactNode {
  return (
    <div className={styles.card}>
      <h2 className={styles.title}>Nobody here matches “{text.trim()}”</h2>
      <p>Look in the other tabs too, or try fewer letters, the bib or the club.</p>
      <button className={styles.button} type="button" onClick={onClear}>
        Show everyone
      </button>
    </div>
  );
}
