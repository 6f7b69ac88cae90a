import type { CSSProperties } from 'react';
import { useMemo } from 'react';

import type { RowChange } from '../../live/row-changes.ts';
import { GLOW_MS } from '../../live/row-changes.ts';
import styles from './ResultList.module.css';

/**
 * Marks a row that has just changed. A row that scrolls into view meanwhile
 * takes the glow up where it is by now, and a second change starts it anew:
 * two animations alike, used in turn, since the same one would not run again.
 */
export function useGlow(change: RowChange | undefined): {
  className?: string | undefined;
  style?: CSSProperties;
} {
  const atMs = change?.atMs;
  const count = change?.count ?? 0;
  return useMemo(() => {
    const ageMs = atMs === undefined ? Infinity : Date.now() - atMs;
    if (ageMs >= GLOW_MS) return {};
    return {
      className: count % 2 === 0 ? styles.glowEven : styles.glowOdd,
      style: { animationDelay: `${-Math.max(0, ageMs)}ms`, animationDuration: `${GLOW_MS}ms` },
    };
  }, [atMs, count]);
}
