import type { AgeGroup } from '#shared/model/age-group.ts';
import { isAgeGroup } from '#shared/model/age-group.ts';

/** The order of day and month where both could be either: `05/06/1990`. */
export type DateOrder = 'day-first' | 'month-first';

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const OLDEST = 119;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What follows a date and tells a time of day. */
const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}.*$/;

/** The age of somebody on a day (`2026-06-20`); undefined for what is no date of birth. */
export function findAge(text: string, onDay: string, order: DateOrder): number | undefined {
  const [year = 0, month = 0, day = 0] = onDay.split('-').map(Number);
  const born = readDate(text, order, year);
  if (!born) return undefined;
  const hadBirthday = born.month < month || (born.month === month && born.day <= day);
  const age = year - born.year - (hadBirthday ? 0 : 1);
  return age >= 0 && age <= OLDEST ? age : undefined;
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

/** Of two digits, the year nobody has to be born after today for. */
function writeOutYear(year: number, thisYear: number): number {
  if (year > 99) return year;
  const century = thisYear - (thisYear % 100);
  return century + year > thisYear ? century - 100 + year : century + year;
}

/** Undefined for a day the calendar does not have. */
function checkDay(year: number, month: number, day: number): CalendarDay | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isThere ? { year, month, day } : undefined;
}

export type Sex = 'F' | 'M';

const SEX_WORDS = new Map<string, Sex>([
  ...'m male males man men mens boy boys gent gents'.split(' ').map((word) => [word, 'M'] as const),
  ...'f w l female females woman women womens lady ladies girl girls'
    .split(' ')
    .map((word) => [word, 'F'] as const),
]);

type Kind = 'veteran' | 'senior' | 'under';

const KIND_WORDS = new Map<string, Kind>([
  ...'v vet vets veteran veterans master masters over o plus'
    .split(' ')
    .map((word) => [word, 'veteran'] as const),
  ...'s sen snr senior seniors'.split(' ').map((word) => [word, 'senior'] as const),
  ...'u under junior juniors jun jnr'.split(' ').map((word) => [word, 'under'] as const),
]);

/** Says nothing about who is meant. */
const FILLING_WORDS: ReadonlySet<string> = new Set(
  'age aged ages category cat group class year years yrs to and the'.split(' '),
);

/** The letters of `MV50`, `FSEN`, `WU17`. */
const JOINED = /^([mfwl])(v|vet|o|s|sen|snr|u|jun|jnr)$/;

/** Reads a sex as entry forms write it; undefined for any other and for none. */
export function readSex(text: string): Sex | undefined {
  return SEX_WORDS.get(text.trim().toLowerCase());
}

/**
 * The category that words such as `Male Vet 50`, `MV50`, `Women 40-49` or, with
 * the sex of the row, `Vet 50` plainly name. Undefined when a word is not known
 * or when the ages are not exactly those of a category: that is for somebody to say.
 */
export function readCategoryWords(text: string, sexOfRow: Sex | undefined): AgeGroup | undefined {
  const words =
    text
      .toLowerCase()
      .replaceAll(/[’']/g, '')
      .match(/\p{L}+|\d+/gu) ?? [];
  const numbers: number[] = [];
  let sex: Sex | undefined;
  let kind: Kind | undefined;
  for (const word of words) {
    const [, sexLetter = '', kindLetters = ''] = JOINED.exec(word) ?? [];
    const nextSex = SEX_WORDS.get(sexLetter || word);
    const nextKind = KIND_WORDS.get(kindLetters || word);
    const isClash = (nextSex && sex && nextSex !== sex) || (nextKind && kind && nextKind !== kind);
    if (/^\d/.test(word)) numbers.push(Number(word));
    else if (isClash || !(nextSex || nextKind || FILLING_WORDS.has(word))) return undefined;
    sex = nextSex ?? sex;
    kind = nextKind ?? kind;
  }
  return nameGroup(sex ?? sexOfRow, kind, numbers);
}

/** The last age of the categories that begin with these. */
const LAST_AGE = new Map([
  [40, 49],
  [50, 59],
  [60, 69],
  [70, 74],
]);

function nameGroup(
  sex: Sex | undefined,
  kind: Kind | undefined,
  numbers: readonly number[],
): AgeGroup | undefined {
  if (sex === undefined || numbers.length > 2) return undefined;
  const [from, to] = numbers;
  if (from === undefined) return kind === 'senior' ? `${sex}-SNR` : undefined;
  if (kind === 'senior' || (to !== undefined && LAST_AGE.get(from) !== to)) return undefined;
  const group = kind === 'under' ? `${sex}U${from}` : `${sex}${from}`;
  return isAgeGroup(group) ? group : undefined;
}

/** The first age that is too old for the category. */
const BOUNDS = [
  [17, 'U17'],
  [19, 'U19'],
  [23, 'U23'],
  [40, '-SNR'],
  [50, '40'],
  [60, '50'],
  [70, '60'],
  [75, '70'],
] as const;

/** The category of somebody of this age on race day. */
export function findAgeGroup(sex: Sex, age: number): AgeGroup {
  const [, group] = BOUNDS.find(([bound]) => age < bound) ?? [0, '75' as const];
  return `${sex}${group}`;
}
