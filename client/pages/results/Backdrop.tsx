import type { ReactNode } from 'react';

import styles from './Backdrop.module.css';

/** The organiser's picture, faint behind the whole page. */
export function Backdrop(): ReactNode {
  return <img className={styles.backdrop} src="/background.jpg" alt="" decoding="async" />;
}
