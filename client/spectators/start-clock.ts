import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import { type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import type { Texts } from '#shared/texts/en.ts';

/** How long after the start the race clock is shown. */
export const CLOCK_SPAN_MS = 3.5 * HOUR_MS;

/** What the header shows about the time; `none` without a start. */
export type StartClock =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** A time to or since the start that changes each second. */
  | { readonly kind: 'running'; readonly label: string; readonly time: string };

export interface ClockOptions {
  readonly timeZone: string;
  readonly texts: Texts;
  /** The text for a closed race, which replaces the clock. Empty while it is open. */
  readonly closing?: string;
}

/**
 * Describes the clock at `nowMs`, by the server's clock. Before the start it shows the start time and counts down the
 * last hour; after the span of the clock it shows the start time again.
 */
export function describeStartClock(
  gunMs: EpochMs | undefined,
  nowMs: EpochMs,
  { timeZone, texts, closing = '' }: ClockOptions,
): StartClock {
  const { clock } = texts;
  if (closing !== '') return { kind: 'text', text: closing };
  if (gunMs === undefined) return { kind: 'none' };
  const start = texts.common.dates.clockAt(gunMs, nowMs, timeZone);
  const sinceMs = nowMs - gunMs;
  if (sinceMs >= CLOCK_SPAN_MS) return { kind: 'text', text: clock.started(start) };
  if (sinceMs >= 0) {
    return { kind: 'running', label: clock.raceTime, time: formatRaceClock(sinceMs) };
  }
  if (-sinceMs <= HOUR_MS) {
    const time = formatShort(Math.ceil(-sinceMs / SECOND_MS));
    return { kind: 'running', label: clock.startsIn, time };
  }
  return { kind: 'text', text: clock.starts(start) };
}
