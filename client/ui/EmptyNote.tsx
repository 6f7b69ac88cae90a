import type { ReactNode } from 'react';

import styles from './EmptyNote.module.css';

/** In place of an empty list of the organisers: says why it is empty. */
export function EmptyNote({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.note}>{children}</div>;
}
