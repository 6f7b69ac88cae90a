import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

/** The race clock is shown for this long after the start (SCREENS.md SR11). */
export const CLOCK_SPAN_MS = 3.5 * HOUR_MS;

/** What the header says about the time: nothing without a start. */
export type StartClock =
  | { readonly kind: 'none' }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'running'; readonly time: string };

export interface ClockOptions {
  readonly timeZone: string;
  /** Nobody is out there any more: no time runs. */
  readonly isClosed?: boolean;
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
  { timeZone, isClosed = false, onCourse = 0 }: ClockOptions,
): StartClock {
  if (isClosed) return { kind: 'words', text: 'The race is closed' };
  if (gunMs === undefined) return { kind: 'none' };
  const sinceMs = nowMs - gunMs;
  if (sinceMs >= CLOCK_SPAN_MS) {
    const started = `Started ${describeStart(gunMs, nowMs, timeZone)}`;
    return { kind: 'words', text: onCourse > 0 ? `${started} · ${onCourse} on course` : started };
  }
  if (sinceMs >= 0) return { kind: 'running', time: formatRaceClock(sinceMs) };
  if (-sinceMs <= HOUR_MS) {
    return { kind: 'words', text: `Starts in ${formatShort(Math.ceil(-sinceMs / SECOND_MS))}` };
  }
  return { kind: 'words', text: `Starts ${describeStart(gunMs, nowMs, timeZone)}` };
}

/** `at 09:00`, or `Sat 20 Jun at 09:00` on another day, on the wall clock of the race. */
export function describeStart(gunMs: EpochMs, nowMs: EpochMs, timeZone: string): string {
  const [hour, minute] = formatWallClock(gunMs, timeZone).split('-').slice(3);
  const time = `at ${hour}:${minute}`;
  const dayOf = (ms: EpochMs): string => formatWallClock(ms, timeZone).slice(0, 10);
  if (dayOf(gunMs) === dayOf(nowMs)) return time;
  const day = Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(gunMs);
  return `${day.replace(',', '')} ${time}`;
}
