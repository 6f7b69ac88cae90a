import { spellSpan } from '../format/format-time.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';
import { formatWallClock } from '../model/wall-clock.ts';

/** How far the clocks of scanners may be ahead (RULES.md OV8). */
export const AHEAD_MS: DurationMs = 2 * MINUTE_MS;

/** Whether a moment is in the future by the server's clock. */
export function isYetToCome(atMs: EpochMs, nowMs: EpochMs): boolean {
  return atMs > nowMs + AHEAD_MS;
}

/**
 * The fault of an override that ends in the future: `would finish at 18:59, in 7 h 54 min`; undefined for others
 * (RULES.md OV8).
 */
export function describeFutureFinish(
  overrideTime: string,
  { startMs, nowMs, timeZone }: { startMs: EpochMs | undefined; nowMs: EpochMs; timeZone: string },
): string | undefined {
  const override = parseOverride(overrideTime);
  if (override?.kind !== 'total' || startMs === undefined || startMs > nowMs) return undefined;
  const endMs = startMs + override.totalMs;
  if (!isYetToCome(endMs, nowMs)) return undefined;
  const [, , , hour, minute] = formatWallClock(endMs, timeZone).split('-');
  return `would finish at ${hour}:${minute}, in ${spellSpan(endMs - nowMs - ((endMs - nowMs) % MINUTE_MS))}`;
}
