import { timing } from '../system/timing.mjs';

/** The last one repeats: a lasting cause must neither fill the log nor delay the restart for too long. */
const PAUSES_MS = [timing('restartPauseMs', 250), 1_000, 2_000, 5_000, 10_000];
/** A program that ran this long did not end of the earlier cause. */
const STABLE_MS = timing('stableLifeMs', 30_000);

/**
 * The pauses before something that ended is started again: longer each time it ends soon.
 * @returns {{ next: (livedMs: number) => number }} `next` takes how long it ran, 0 if it never
 *   came up, and returns how long to wait, in milliseconds
 */
export function createBackoff() {
  let early = 0;
  return {
    next(livedMs) {
      if (livedMs >= STABLE_MS) early = 0;
      const pauseMs = PAUSES_MS[Math.min(early, PAUSES_MS.length - 1)] ?? 0;
      early += 1;
      return pauseMs;
    },
  };
}

/**
 * A pause in words.
 * @param {number} pauseMs
 * @returns {string}
 */
export function describePause(pauseMs) {
  return `${pauseMs / 1_000} s`;
}
