import type { DateOrder } from '#shared/wire/import-api.ts';

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Nobody older runs. */
const OLDEST_YEARS = 119;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}.*$/;

/**
 * A stored date of birth, `1984-02-29`; undefined for an invalid date, or one after `onDay` (`2026-06-20`) or too long
 * before it.
 */
export function readBirthDate(text: string, order: DateOrder, onDay: string): string | undefined {
  const thisYear = Number(onDay.slice(0, 4));
  const born = readDate(text, order, thisYear);
  if (!born || thisYear - born.year > OLDEST_YEARS) return undefined;
  const { year, month, day } = born;
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return iso <= onDay ? iso : undefined;
}

/** The order in which this date must have been written; undefined when it can be either. */
export function tellOrder(text: string): DateOrder | undefined {
  const numbers = splitNumbers(text);
  if (!numbers) return undefined;
  const [first, second] = numbers;
  if (first > 12 && second <= 12) return 'day-first';
  return first <= 12 && second > 12 ? 'month-first' : undefined;
}

/** The three numbers of `5/31/90`, the year last. */
function splitNumbers(text: string): readonly [number, number, number] | undefined {
  const date = text.trim().replace(TIME_OF_DAY, '');
  const found = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(date);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined;
}

function readDate(text: string, order: DateOrder, thisYear: number): CalendarDay | undefined {
  const date = text.trim().replace(TIME_OF_DAY, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date);
  if (iso) return checkDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = splitNumbers(date);
  if (numbers) {
    const [first, second, year] = numbers;
    const [day, month] = order === 'day-first' ? [first, second] : [second, first];
    return checkDay(writeOutYear(year, thisYear), month, day);
  }
  const [, day, name = '', year] =
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-]+([a-z]{3,9})[ .,-]+(\d{4}|\d{2})$/i.exec(date) ?? [];
  const [, name2 = '', day2, year2] =
    /^([a-z]{3,9})[ .]+(\d{1,2})(?:st|nd|rd|th)?,?[ ]+(\d{4})$/i.exec(date) ?? [];
  const month = MONTHS.indexOf((name || name2).slice(0, 3).toLowerCase()) + 1;
  return checkDay(writeOutYear(Number(year ?? year2), thisYear), month, Number(day ?? day2));
}

/** Completes a year of two digits to the latest one that is not in the future. */
function writeOutYear(year: number, thisYear: number): number {
  if (year > 99) return year;
  const century = thisYear - (thisYear % 100);
  return century + year > thisYear ? century - 100 + year : century + year;
}

function checkDay(year: number, month: number, day: number): CalendarDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere ? { year, month, day } : undefined;
}
