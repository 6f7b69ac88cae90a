import { type ReactNode, useEffect, useState } from 'react';

import styles from './Banner.module.css';

/** Screen readers announce changes only of a region that has existed for a moment. */
const ANNOUNCED_AFTER_MS = 100;

export interface BannerProps {
  /** `alert`: something went wrong. `notice`: something to know. `done`: it worked. */
  readonly kind: 'alert' | 'notice' | 'done';
  readonly children: ReactNode;
}

/**
 * A message across the screen or a form, announced by screen readers: an alert when it appears, a `status` only when
 * its text is shown a moment after the region. The space is reserved from the beginning, so that a button below does
 * not move away from an approaching finger.
 */
export function Banner({ kind, children }: BannerProps): ReactNode {
  const isAlert = kind === 'alert';
  const [isAnnounced, setIsAnnounced] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAnnounced(true), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.banner} data-kind={kind} role={isAlert ? 'alert' : 'status'}>
      <div className={styles.text} data-shown={isAlert || isAnnounced}>
        {children}
      </div>
    </div>
  );
}
