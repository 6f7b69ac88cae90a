import type { Courses } from '#shared/model/courses.ts';
import { type AgeGroup, type BandId, type EventCode, parseBandId } from '#shared/model/ids.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { cleanText, findTextFault, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';
import type { DateOrder } from '#shared/wire/import-api.ts';

interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const OLDEST_YEARS = 119;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const TIME_OF_DAY = /[ T]\d{1,2}:\d{2}.*$/;

/** A date of birth as `1984-02-29`; undefined if it is invalid, after `onDay` (`2026-06-20`), or too long before that. */
export function readBirthDate(text: string, order: DateOrder, onDay: string): string | undefined {
  const thisYear = Number(onDay.slice(0, 4));
  const born = readDate(text, order, thisYear);
  if (!born || thisYear - born.year > OLDEST_YEARS) return undefined;
  const { year, month, day } = born;
  const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return iso <= onDay ? iso : undefined;
}

/** The order in which this date is written; undefined if ambiguous. */
export function detectOrder(text: string): DateOrder | undefined {
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

/** Completes a two-digit year to the latest year that is not in the future. */
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

/** The free texts of an entry: their names in errors, and the most characters. */
const TEXT_FIELDS = {
  firstName: ['first name', 100],
  lastName: ['last name', 100],
  bibNumber: ['bib number', 20],
  runClub: ['club', 100],
  mobileNumber: ['mobile number', 40],
  emergencyContact: ['emergency contact', 200],
  medicalNote: ['medical note', 500],
  sex: ['sex', 40],
  nationality: ['nationality', 60],
} as const;
type RunnerTextField = keyof typeof TEXT_FIELDS;

/** Reads free text, cleaned by {@link cleanText}; empty is allowed. */
export function readTextField(field: RunnerTextField, text: string): Result<string, string> {
  const value = cleanText(text);
  const [name, most] = TEXT_FIELDS[field];
  const fault = findTextFault(value, most);
  return fault === undefined ? ok(value) : err(`The ${name} ${fault}.`);
}

/** Reads a required first or last name. A text without letters is probably a band read into the wrong field. */
export function readNameField(
  field: 'firstName' | 'lastName',
  text: string,
): Result<string, string> {
  const reading = readTextField(field, text);
  if (!reading.ok) return reading;
  const [name] = TEXT_FIELDS[field];
  if (reading.value === '') return err(`The ${name} is missing.`);
  return /\p{L}/u.test(reading.value)
    ? reading
    : err(`The ${name} ${quoteGiven(text)} has no letters: write the name.`);
}

/** Reads a sex: known words become `F` or `M`, any other text stays; empty is allowed. */
export function readSexField(text: string): Result<string, string> {
  const sex = SEX_WORDS.get(text.trim().toLowerCase());
  return sex === undefined ? readTextField('sex', text) : ok(sex);
}

/** Reads an unambiguous date of birth; empty is allowed. */
export function readBirthDateField(text: string, today: string): Result<string, string> {
  if (text.trim() === '') return ok('');
  const order = detectOrder(text);
  const orders = order ? [order] : (['day-first', 'month-first'] as const);
  const dates = new Set(orders.map((each) => readBirthDate(text, each, today)));
  const [birthDate] = dates;
  return dates.size === 1 && birthDate !== undefined
    ? ok(birthDate)
    : err(
        `The date of birth ${quoteGiven(text)} is not clear: use year-month-day, for example 1984-06-05.`,
      );
}

/** The names of events that {@link readEvent} understands. */
export interface EventNames {
  readonly byKey: ReadonlyMap<string, EventCode>;
  /** The names listed in an error. */
  readonly labels: readonly string[];
}

/**
 * The names of the events: their codes, then the configured distances, then their usual names. A name that two events
 * share means the first in this order.
 */
export function createEventNames(
  distances: readonly string[],
  { events, setup }: Courses,
): EventNames {
  const usual = setup.distances.map(({ name }) => name);
  const byKey = new Map<string, EventCode>();
  for (const names of [events, distances, usual]) {
    for (const [index, event] of events.entries()) {
      const key = spellingKey(names[index] ?? '');
      if (key !== '' && !byKey.has(key)) byKey.set(key, event);
    }
  }
  return { byKey, labels: [...(distances.length > 0 ? distances : usual), ...events] };
}

/** Reads the event a runner is entered in, ignoring capitals, blanks and dashes. */
export function readEvent(text: string, { byKey, labels }: EventNames): Result<EventCode, string> {
  const event = byKey.get(spellingKey(text));
  if (event !== undefined) return ok(event);
  const problem =
    cleanText(text) === '' ? 'The event is missing' : `The event ${quoteGiven(text)} is not known`;
  return err(`${problem}: write one of ${labels.join(', ')}.`);
}

const GROUPS_BY_KEY = new WeakMap<Courses, ReadonlyMap<string, AgeGroup>>();

function groupsByKey(courses: Courses): ReadonlyMap<string, AgeGroup> {
  const known = GROUPS_BY_KEY.get(courses);
  if (known) return known;
  const groups = new Map(courses.categories.map((group) => [spellingKey(group), group]));
  GROUPS_BY_KEY.set(courses, groups);
  return groups;
}

/** Reads an age category, spelt even as `fsnr`, `F SNR` or `m 40`; empty for none. */
export function readAgeGroup(text: string, courses: Courses): Result<AgeGroup, string> {
  if (text.trim() === '') return ok('');
  const group = groupsByKey(courses).get(spellingKey(text));
  return group === undefined
    ? err(
        `The age category ${quoteGiven(text)} is not known: write one of ${courses.categories.join(', ')}, or nothing.`,
      )
    : ok(group);
}

/** Reads a wave of an event by its id or name, as the id; empty for none (RULES.md ST13). */
export function readWave(
  text: string,
  event: EventCode,
  { setup }: Courses,
): Result<string, string> {
  const key = spellingKey(text);
  if (key === '') return ok('');
  const waves = setup.waves.filter(({ distance }) => distance === event);
  const wave =
    waves.find((one) => one.id === text) ??
    waves.find(({ id, name }) => [id, name].some((one) => spellingKey(one) === key));
  if (wave) return ok(wave.id);
  return err(
    waves.length === 0
      ? `The runner’s distance has no waves: remove ${quoteGiven(text)}, or choose another distance.`
      : `The wave ${quoteGiven(text)} is none of this distance: choose ${waves.map(({ name }) => name).join(', ')}, or none.`,
  );
}

/** Reads a wristband number; the value is undefined for none. */
export function readBand(text: string): Result<BandId | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const bandId = parseBandId(text);
  return bandId === undefined
    ? err(`The wristband number ${quoteGiven(text)} is not a number of 1 to 12 digits.`)
    : ok(bandId);
}

type Sex = 'F' | 'M';

/** Words for a sex in entry forms, in lower case. */
export const SEX_WORDS = new Map<string, Sex>([
  ...'m male males man men mens boy boys gent gents h homme hommes hombre herr männlich heren'
    .split(' ')
    .map((word) => [word, 'M'] as const),
  ...'f w l female females woman women womens lady ladies girl girls femme femmes mujer frau weiblich vrouw dames'
    .split(' ')
    .map((word) => [word, 'F'] as const),
]);
