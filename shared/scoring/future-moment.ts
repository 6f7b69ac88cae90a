import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';

/** How far clocks of scanners may be ahead: anything further ahead did not happen yet (RULES.md OV8). */
export const AHEAD_MS: DurationMs = 2 * MINUTE_MS;

/** Whether a moment is in the future, by the server's clock: nobody can have been anywhere then. */
export function isYetToCome(atMs: EpochMs, nowMs: EpochMs): boolean {
  return atMs > nowMs + AHEAD_MS;
}
