import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';

/** How far clocks of scanners may be ahead: what lies further ahead than this did not happen yet (RULES.md OV8). */
export const AHEAD_MS: DurationMs = 2 * MINUTE_MS;

/** Whether a moment is yet to come, by the server's clock: nobody was anywhere at it. */
export function isYetToCome(atMs: EpochMs, nowMs: EpochMs): boolean {
  return atMs > nowMs + AHEAD_MS;
}
