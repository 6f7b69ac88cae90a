import type { ReactNode } from 'react';

import styles from './EmptyNote.module.css';

/** Stands in place of a list of the organisers' that has no rows, and says why. */
export function EmptyNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.note}>{children}</div>;
}
