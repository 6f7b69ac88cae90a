import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import { type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { Texts } from '#shared/texts/en.ts';

/** The race clock is shown for this long after the start. */
export const CLOCK_SPAN_MS = 3.5 * HOUR_MS;

/** The header's text about the time; nothing without a start. */
export type StartClock =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly text: string }
  /** A time that changes each second, to or since the start, and its label. */
  | { readonly kind: 'running'; readonly label: string; readonly time: string };

export interface ClockOptions {
  readonly timeZone: string;
  readonly texts: Texts;
  /** The text for a closed race: nobody is out there any more, and no time runs. Empty while it is open. */
  readonly closing?: string;
  /** How many of the clock's runners are known to be on course. */
  readonly onCourse?: number;
}

/**
 * Describes the clock at `nowMs` of the server. Before the start it gives the time of day in the
 * race's zone, in the last hour it counts down. After the span of the clock, when not every race is
 * over, it says since when the race runs and how many are out.
 */
export function describeStartClock(
  gunMs: EpochMs | undefined,
  nowMs: EpochMs,
  { timeZone, texts, closing = '', onCourse = 0 }: ClockOptions,
): StartClock {
  const { clock } = texts;
  if (closing !== '') return { kind: 'words', text: closing };
  if (gunMs === undefined) return { kind: 'none' };
  const sinceMs = nowMs - gunMs;
  if (sinceMs >= CLOCK_SPAN_MS) {
    const start = describeStart(gunMs, nowMs, timeZone, texts);
    const text = onCourse > 0 ? clock.startedWithOut(start, onCourse) : clock.started(start);
    return { kind: 'words', text };
  }
  if (sinceMs >= 0) {
    return { kind: 'running', label: clock.raceTime, time: formatRaceClock(sinceMs) };
  }
  if (-sinceMs <= HOUR_MS) {
    const time = formatShort(Math.ceil(-sinceMs / SECOND_MS));
    return { kind: 'running', label: clock.startsIn, time };
  }
  return { kind: 'words', text: clock.starts(describeStart(gunMs, nowMs, timeZone, texts)) };
}

/** `at 09:00`, or `Sat 20 Jun at 09:00` on another day, in the race's zone. */
export function describeStart(
  gunMs: EpochMs,
  nowMs: EpochMs,
  timeZone: string,
  { clock, common: { dates } }: Texts,
): string {
  const time = dates.clock(gunMs, timeZone);
  const dayOf = (ms: EpochMs): string => formatWallClock(ms, timeZone).slice(0, 10);
  return dayOf(gunMs) === dayOf(nowMs)
    ? clock.at(time)
    : clock.dayAt(dates.day(gunMs, timeZone), time);
}
