import type { ReactNode } from 'react';

import styles from './Skeleton.module.css';

const WIDTHS = [46, 38, 52, 41, 35, 49, 44, 37, 50, 40] as const;

/** The shape of what is coming, until it is here. */
export function Skeleton(): ReactNode {
  return (
    <div className={styles.page}>
      <output className="visually-hidden">Loading the results</output>
      <div className={styles.find} />
      <div className={styles.card} aria-hidden="true">
        {WIDTHS.map((width) => (
          <div key={width} className={styles.row}>
            <span className={styles.bar} style={{ width: '16px' }} />
            <span className={styles.bar} style={{ width: `${width}%` }} />
            <span className={styles.bar} style={{ width: '56px' }} />
          </div>
        ))}
      </div>
    </div>
  );
}
