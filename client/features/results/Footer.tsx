import type { ReactNode } from 'react';

import styles from './Footer.module.css';

/** Credits the timing provider. */
export function Footer(): ReactNode {
  return (
    <footer className={styles.footer}>
      <p>Timing by Splitcast</p>
    </footer>
  );
}
