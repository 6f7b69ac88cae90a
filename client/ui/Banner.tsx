import { type ReactNode, useEffect, useState } from 'react';

import styles from './Banner.module.css';

/** How long an empty region has to exist before screen readers announce its content. */
const STANDING_MS = 100;

export interface BannerProps {
  /** `alert`: something went wrong. `notice`: something to know. `done`: it worked. */
  readonly kind: 'alert' | 'notice' | 'done';
  readonly children: ReactNode;
}

/** A sentence across the screen or a form, which a screen reader announces. */
export function Banner({ kind, children }: BannerProps): ReactNode {
  const isAlert = kind === 'alert';
  const isStanding = useStanding();
  return (
    <div className={styles.banner} data-kind={kind} role={isAlert ? 'alert' : 'status'}>
      {isAlert || isStanding ? children : null}
    </div>
  );
}

/**
 * An alert is announced when it appears. The content of a `status` is announced only if the region
 * was there before, so it follows a moment later.
 */
function useStanding(): boolean {
  const [isStanding, setIsStanding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsStanding(true), STANDING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isStanding;
}
