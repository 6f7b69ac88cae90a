import { type ReactNode, useEffect, useState } from 'react';

import styles from './Banner.module.css';

/** How long a region has to exist before screen readers announce what comes into it. */
const STANDING_MS = 100;

export interface BannerProps {
  /** `alert`: something went wrong. `notice`: something to know. `done`: it worked. */
  readonly kind: 'alert' | 'notice' | 'done';
  readonly children: ReactNode;
}

/**
 * A sentence across the screen or a form, which a screen reader announces: an alert when it appears, what a
 * `status` holds only if the region was there before, so that is shown a moment later. Its room is there from
 * the beginning: a button below must not move away from the finger that is on its way to it.
 */
export function Banner({ kind, children }: BannerProps): ReactNode {
  const isAlert = kind === 'alert';
  const [isStanding, setIsStanding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsStanding(true), STANDING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.banner} data-kind={kind} role={isAlert ? 'alert' : 'status'}>
      <div className={styles.text} data-shown={isAlert || isStanding}>
        {children}
      </div>
    </div>
  );
}
