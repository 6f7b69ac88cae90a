import type { ReactNode } from 'react';

import styles from './Banner.module.css';

export interface BannerProps {
  /** `alert`: something went wrong. `notice`: something to know. `done`: it worked. */
  readonly kind: 'alert' | 'notice' | 'done';
  readonly children: ReactNode;
}

/** A sentence across the screen or a form; a screen reader speaks it when it comes. */
export function Banner({ kind, children }: BannerProps): ReactNode {
  return (
    <div className={styles.banner} data-kind={kind} role={kind === 'alert' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
