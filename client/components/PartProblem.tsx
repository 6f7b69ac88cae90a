import type { ReactNode } from 'react';

import styles from './PartProblem.module.css';

export interface PartProblemProps {
  /** What could not be loaded, as the beginning of a sentence. */
  readonly name: string;
  readonly onRetry: () => void;
  /** Puts it away; where there is none it stands in place of a screen. */
  readonly onDismiss?: () => void;
}

/** Stands where a part of the page would be that could not be loaded. */
export function PartProblem({ name, onRetry, onDismiss }: PartProblemProps): ReactNode {
  return (
    <div className={styles.problem} data-over={onDismiss !== undefined} role="alert">
      <p className={styles.words}>
        {name} could not be loaded. The network may be away for a moment.
      </p>
      <button className={styles.button} type="button" onClick={onRetry}>
        Try again
      </button>
      {onDismiss ? (
        <button className={styles.button} type="button" onClick={onDismiss}>
          Close
        </button>
      ) : (
        // A plain link: the page may be older than what the server has by now.
        <a className={styles.button} href="/">
          Back to the results
        </a>
      )}
    </div>
  );
}
