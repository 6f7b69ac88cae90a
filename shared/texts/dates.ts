import type { EpochMs } from '../model/time.ts';
import { zoneOffsetMs } from '../model/wall-clock.ts';

/** A moment on the wall clock of a zone, for a language that puts it into words itself. */
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
  /** `13:40` */
  readonly clock: (epochMs: EpochMs, timeZone?: string) => string;
  /** `Sat 20 Jun` */
  readonly day: (epochMs: EpochMs, timeZone?: string) => string;
  /** `Saturday, 20 June 2026` */
  readonly date: (epochMs: EpochMs, timeZone?: string) => string;
  /** `Saturday, 20 June 2026 at 13:40:07` */
  readonly moment: (epochMs: EpochMs, timeZone?: string) => string;
}

/** The dates of a language whose names of days and months every browser has. */
export function createDates(locale: string): DateTexts {
  const formatDay = keepFormatter(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const formatDate = keepFormatter(locale, { dateStyle: 'full' });
  const formatMoment = keepFormatter(locale, { dateStyle: 'full', timeStyle: 'medium' });
  return {
    clock: (epochMs, timeZone) => readDate(epochMs, timeZone).minuteTime,
    day: (epochMs, timeZone) => formatDay(epochMs, timeZone).replace(',', ''),
    date: formatDate,
    moment: formatMoment,
  };
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
