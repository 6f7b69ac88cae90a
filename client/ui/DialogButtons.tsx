import type { ReactNode } from 'react';

import styles from './DialogButtons.module.css';

/** The row at the foot of a dialog: the way out first, what one came to do last. */
export function DialogButtons({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.buttons}>{children}</div>;
}
