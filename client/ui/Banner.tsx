import { type ReactNode, useEffect, useState } from 'react';

import styles from './Banner.module.css';

/** How long an empty region has to stand before screen readers speak what comes into it. */
const STANDING_MS = 100;

export interface BannerProps {
  /** `alert`: something went wrong. `notice`: something to know. `done`: it worked. */
  readonly kind: 'alert' | 'notice' | 'done';
  readonly children: ReactNode;
}

/** A sentence across the screen or a form; a screen reader speaks it when it comes. */
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
 * An alert is spoken when it appears. News of a `status` are spoken when they
 * come into one that is there already, so they follow it a moment later.
 */
function useStanding(): boolean {
  const [isStanding, setIsStanding] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsStanding(true);
    }, STANDING_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isStanding;
}
