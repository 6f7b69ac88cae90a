import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import { type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';
import type { Texts } from '#shared/texts/en.ts';

/** The race clock is shown for this long after the start (SCREENS.md SR11). */
export const CLOCK_SPAN_MS = 3.5 * HOUR_MS;

/** A start text of as many letters stands beside the clock; a longer one has lines of its own. */
const BESIDE_CLOCK = 22;

/** Whether the organiser's text on a further start has the room to stand beside the clock. */
export function isBesideClock(startText: string): boolean {
  return startText.length <= BESIDE_CLOCK;
}

/** What the header says about the time: nothing without a start. */
export type StartClock =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly text: string }
  /** A time that changes each second, towards the start or since, and what stands before it. */
  | { readonly kind: 'running'; readonly label: string; readonly time: string };

export interface ClockOptions {
  readonly timeZone: string;
  readonly texts: Texts;
  /** What is said of a race that is closed: nobody is out there any more, and no time runs. Empty while it is open. */
  readonly closing?: string;
  /** How many of those the clock is for are known to be out. */
  readonly onCourse?: number;
}

/**
 * Describes the clock at `nowMs` of the server. Before the start it names the
 * wall clock in the race's zone, in the last hour it counts down; when the
 * clock is over, which not every race is by then, it says since when it runs
 * and who is out.
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

/** `at 09:00`, or `Sat 20 Jun at 09:00` on another day, on the wall clock of the race. */
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
