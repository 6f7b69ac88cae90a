import { type RefObject, useLayoutEffect } from 'react';
import { type RowChange, GLOW_MS } from '#client/live/race-replica.ts';

const GLOWING = { backgroundColor: 'var(--just-changed)' };

/**
 * Marks a row that has just changed. The glow belongs to the change: a row
 * that scrolls into view meanwhile takes it up where it is by now, and one
 * that has settled does not glow again.
 */
export function useGlow(row: RefObject<HTMLElement | null>, change: RowChange | undefined): void {
  useLayoutEffect(() => {
    const ageMs = change ? Math.max(0, Date.now() - change.atMs) : GLOW_MS;
    if (ageMs >= GLOW_MS) return undefined;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const glow = row.current?.animate(
      isStill ? [GLOWING, GLOWING] : [GLOWING, { ...GLOWING, offset: 0.45 }, {}],
      { duration: GLOW_MS, easing: 'ease-out' },
    );
    if (glow) glow.currentTime = ageMs;
    return () => glow?.cancel();
  }, [row, change]);
}
