import { type EpochMs, HOUR_MS, MINUTE_MS } from '../model/time.ts';
import { zoneOffsetMs } from '../model/wall-clock.ts';

/** A moment on the wall clock of a zone, for a language that has to word it itself. */
export interface DateParts {
  /** From 0, a Sunday. */
  readonly weekday: number;
  readonly day: number;
  /** From 0, January. */
  readonly month: number;
  readonly year: number;
  /** `HH:mm` and `HH:mm:ss`. */
  readonly minuteTime: string;
  readonly secondTime: string;
}

/** Without a zone it is that of the browser or the computer. */
export function readDate(
  epochMs: EpochMs,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): DateParts {
  const wall = new Date(epochMs + zoneOffsetMs(epochMs, timeZone));
  const secondTime = wall.toISOString().slice(11, 19);
  return {
    weekday: wall.getUTCDay(),
    day: wall.getUTCDate(),
    month: wall.getUTCMonth(),
    year: wall.getUTCFullYear(),
    minuteTime: secondTime.slice(0, 5),
    secondTime,
  };
}

/** How a language writes moments, on the wall clock of a zone. Without one it is that of the browser. */
export interface DateTexts {
  /** `13:40`; for now itself, and next to a day. */
  readonly clock: (epochMs: EpochMs, timeZone?: string) => string;
  /**
   * A moment as seen from `nowMs` (SCREENS.md LG9): `13:40` on the same day, `Sat 13:40` up to six days
   * away, else `20 Jun 13:40`, with the year of another year.
   */
  readonly clockOn: (epochMs: EpochMs, nowMs: EpochMs, timeZone?: string) => string;
  /** The same within a sentence: `at 13:40`, `Sat at 13:40`. */
  readonly clockAt: (epochMs: EpochMs, nowMs: EpochMs, timeZone?: string) => string;
  /** `Sat 20 Jun` */
  readonly day: (epochMs: EpochMs, timeZone?: string) => string;
  /** `Saturday, 20 June 2026` */
  readonly date: (epochMs: EpochMs, timeZone?: string) => string;
  /** `Saturday, 20 June 2026 at 13:40:07` */
  readonly moment: (epochMs: EpochMs, timeZone?: string) => string;
}

/** The dates of a language whose names of days and months every browser has; `at` goes before a time of day. */
export function createDates(locale: string, at: string): DateTexts {
  const formatDay = keepFormatter(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const formatWeekday = keepFormatter(locale, { weekday: 'short' });
  const formatDayOfMonth = keepFormatter(locale, { day: 'numeric', month: 'short' });
  const formatDate = keepFormatter(locale, { dateStyle: 'full' });
  const formatMoment = keepFormatter(locale, { dateStyle: 'full', timeStyle: 'medium' });
  return {
    ...createClocks({ weekday: formatWeekday, dayOfMonth: formatDayOfMonth, at }),
    day: (epochMs, timeZone) => formatDay(epochMs, timeZone).replace(',', ''),
    date: formatDate,
    moment: formatMoment,
  };
}

/** The names of days in a language's clock times. */
export interface DayNames {
  /** `Sat` */
  readonly weekday: (epochMs: EpochMs, timeZone: string | undefined) => string;
  /** `20 Jun` */
  readonly dayOfMonth: (epochMs: EpochMs, timeZone: string | undefined) => string;
  readonly at: string;
}

/** Further away a weekday would be that of another week. */
const FURTHEST_WEEKDAY = 6;

/** The clock times of a language, with their day if it is not today. */
export function createClocks({
  weekday,
  dayOfMonth,
  at,
}: DayNames): Pick<DateTexts, 'clock' | 'clockOn' | 'clockAt'> {
  const nameDay = (
    epochMs: EpochMs,
    { year, daysAway }: { readonly year: string; readonly daysAway: number },
    timeZone: string | undefined,
  ): string => {
    if (daysAway === 0) return '';
    if (daysAway <= FURTHEST_WEEKDAY) return weekday(epochMs, timeZone);
    return join(dayOfMonth(epochMs, timeZone), year);
  };
  const write = (
    epochMs: EpochMs,
    nowMs: EpochMs,
    timeZone: string | undefined,
    word: string,
  ): string => {
    const date = readDate(epochMs, timeZone);
    const today = readDate(nowMs, timeZone);
    const year = date.year === today.year ? '' : String(date.year);
    const daysAway = Math.abs(countDays(date) - countDays(today));
    return join(nameDay(epochMs, { year, daysAway }, timeZone), word, date.minuteTime);
  };
  return {
    clock: (epochMs, timeZone) => readDate(epochMs, timeZone).minuteTime,
    clockOn: (epochMs, nowMs, timeZone) => write(epochMs, nowMs, timeZone, ''),
    clockAt: (epochMs, nowMs, timeZone) => write(epochMs, nowMs, timeZone, at),
  };
}

/** An expected moment as {@link DateTexts.clockOn} writes it, to the nearest minute (RULES.md XP7). */
export function writeExpected(
  { clockOn }: DateTexts,
  epochMs: EpochMs,
  nowMs: EpochMs,
  timeZone: string,
): string {
  return clockOn(epochMs + MINUTE_MS / 2, nowMs, timeZone);
}

/**
 * Both ends of an expected range as {@link writeExpected} writes them, a day that they share being said once:
 * `Sat 04:25` and `04:38`.
 */
export function writeRange(
  dates: DateTexts,
  [fromMs, toMs]: readonly [EpochMs, EpochMs],
  nowMs: EpochMs,
  timeZone: string,
): readonly [string, string] {
  const dayOf = (epochMs: EpochMs): number =>
    countDays(readDate(epochMs + MINUTE_MS / 2, timeZone));
  const write = (epochMs: EpochMs, seenMs: EpochMs): string =>
    writeExpected(dates, epochMs, seenMs, timeZone);
  const isOneDay = dayOf(fromMs) === dayOf(toMs);
  return [write(fromMs, nowMs), write(toMs, isOneDay ? fromMs + MINUTE_MS / 2 : nowMs)];
}

/** Days of the calendar since 1970: those on which clocks change are days like others. */
function countDays({ year, month, day }: DateParts): number {
  return Date.UTC(year, month, day) / (24 * HOUR_MS);
}

function join(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** Keeps the formatter of the zone asked for last: making one takes a thousand times as long as using it. */
function keepFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (epochMs: EpochMs, timeZone: string | undefined) => string {
  let last:
    | { readonly zone: string | undefined; readonly formatter: Intl.DateTimeFormat }
    | undefined;
  return (epochMs, zone) => {
    if (!last || last.zone !== zone) {
      const given = { ...options, ...(zone === undefined ? {} : { timeZone: zone }) };
      last = { zone, formatter: Intl.DateTimeFormat(locale, given) };
    }
    return last.formatter.format(epochMs);
  };
}
