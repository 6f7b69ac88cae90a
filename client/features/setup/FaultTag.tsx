import type { ReactNode } from 'react';

import styles from './fields.module.css';

/** The number of faults in a frame; empty for none. */
export function FaultTag({ count }: { readonly count: number }): ReactNode {
  return count === 0 ? null : <span className={styles.tag}>{describeFaults(count)}</span>;
}

export function describeFaults(count: number): string {
  return count === 1 ? '1 fault' : `${count} faults`;
}
