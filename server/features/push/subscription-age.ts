import { EVENTS } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';
import { findStartMs } from '#shared/model/wall-clock.ts';

const DAY_MS = 24 * HOUR_MS;
/** Whoever is told of a race subscribed in the weeks before it. */
const LONGEST_MS: DurationMs = 60 * DAY_MS;
/** So long after the last start nobody passes a point any more. */
const AFTER_RACE_MS: DurationMs = 7 * DAY_MS;

/** Whether a subscription that was last put at `atMs` is over: its race was, or it was put very long ago. */
export function isOver(
  atMs: EpochMs,
  { starts, raceStart, timeZone }: Pick<RaceConfig, 'starts' | 'raceStart' | 'timeZone'>,
  nowMs: EpochMs,
): boolean {
  if (nowMs - atMs > LONGEST_MS) return true;
  const texts = [raceStart, ...EVENTS.map((event) => starts[event])];
  const endMs = Math.max(
    ...texts.map((text) => (findStartMs(text, timeZone) ?? -Infinity) + AFTER_RACE_MS),
  );
  return atMs < endMs && nowMs > endMs;
}
