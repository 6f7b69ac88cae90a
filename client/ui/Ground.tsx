import { type ReactNode, useId, useMemo } from 'react';

import type { CourseProfile } from '#shared/model/race-setup.ts';
import styles from './Ground.module.css';

/** In thousandths of the width. */
const GROUND_HEIGHT = 160;

export interface GroundProps {
  readonly profile: CourseProfile;
  /** The share of the course behind the runner, which is filled. */
  readonly runnerAt?: number;
}

export function Ground({ profile: { heights }, runnerAt = 0 }: GroundProps): ReactNode {
  const clip = useId();
  const outline = useMemo(() => drawGround(heights), [heights]);
  return (
    <svg
      className={styles.ground}
      viewBox={`0 0 1000 ${GROUND_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect width={1000 * runnerAt} height={GROUND_HEIGHT} />
      </clipPath>
      <path d={outline} />
      <path d={outline} className={styles.run} clipPath={`url(#${clip})`} />
    </svg>
  );
}

/** The outline of the profile from start to finish. */
function drawGround(heights: CourseProfile['heights']): string {
  const lengthM = heights.at(-1)?.[0] || 1;
  const all = heights.map(([, heightM]) => heightM);
  const lowest = Math.min(...all);
  const span = Math.max(MOST_FLAT_M, Math.max(...all) - lowest);
  const places = heights.map(([atM, heightM]) => {
    const y = GROUND_HEIGHT * (1 - (0.06 + (0.94 * (heightM - lowest)) / span));
    return `${Math.round((1000 * atM) / lengthM)} ${Math.round(y)}`;
  });
  return `M0 ${GROUND_HEIGHT} L${places.join(' L')} L1000 ${GROUND_HEIGHT} Z`;
}

/** The least difference of height that fills the picture: a flat course has no hills. */
const MOST_FLAT_M = 60;
