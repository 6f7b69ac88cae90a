import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { AgeGroup, EventCode } from '#shared/model/ids.ts';
import { ok, type Result } from '#shared/model/outcome.ts';
import { cleanText, spellingKey } from '#shared/model/text-rules.ts';
import {
  DATE_ORDERS,
  type DateOrder,
  type ImportColumn,
  type ImportField,
  type ImportFindings,
  MAX_UNKNOWN_VALUE_LENGTH,
  MAX_UNKNOWN_VALUES,
  type OpenDates,
  type OtherValue,
} from '#shared/wire/import-api.ts';
import {
  type EventNames,
  readAgeGroup,
  readBirthDate,
  readEvent,
  readSexField,
  detectOrder,
} from '#server/race/runner-fields.ts';
import { deriveAgeGroup, findAgeGroup, readEntrySex } from '#shared/scoring/categories.ts';
import { readCategoryWords } from './categories.ts';
import type { NewRunner } from './import-outcome.ts';
import { readHeaderOrder } from './column-names.ts';
import type { ReadingMap } from './parse-mapping.ts';
import type { ImportOptions } from './read-runners.ts';

/** Reads the events of a file row by row, and counts the unknown values. */
export class EventColumn {
  readonly #names: EventNames;
  readonly #mapping: ReadingMap;
  readonly #unknown = new UnknownColumn<EventCode | null>();

  constructor(names: EventNames, mapping: ReadingMap) {
    this.#names = names;
    this.#mapping = mapping;
  }

  read(text: string): Result<EventCode, string> {
    const spelling = spellingKey(text);
    const mapped = this.#mapping.events.get(spelling);
    if (!this.#names.byKey.has(spelling)) this.#unknown.count(spelling, text, mapped ?? null);
    return mapped ? ok(mapped) : readEvent(text, this.#names);
  }

  /** The unknown values, mapped or not. */
  listUnknown(): ImportFindings['eventValues'] {
    return this.#unknown.list();
  }
}

/** The sex and age of a row, from which a category can be derived. */
interface Person {
  /** As stored in the entry: also an unknown word; empty if not given. */
  readonly sex: string;
  readonly birthDate: string;
  readonly age: string;
  readonly event: EventCode;
}

export type CategoryFields = Pick<NewRunner, 'ageGroup' | 'birthDate' | 'isAgeGroupDerived'>;

export interface CategoryCounts {
  /** Rows with a derived category. */
  readonly workedOut: number;
  /** Rows without a category in a file that has columns for it. */
  readonly empty: number;
  readonly unreadBirthDates: number;
}

/** Reads the age categories of a file: by code, by plain words, by the mapping, or derived from sex and age. */
export class CategoryColumn {
  readonly counts: { -readonly [Name in keyof CategoryCounts]: number } = {
    workedOut: 0,
    empty: 0,
    unreadBirthDates: 0,
  };
  readonly #mapping: ReadingMap;
  readonly #raceDays: Readonly<Record<EventCode, string>>;
  readonly #unknown = new UnknownColumn<AgeGroup | null>();
  readonly #courses: Courses;
  readonly #canWorkOut: boolean;
  readonly #isExpected: boolean;
  /** The chosen order, else that of the header, else that of all unambiguous dates. */
  readonly #order: DateOrder | undefined;
  readonly openDates: OpenDates | null;

  constructor(
    columns: readonly ImportColumn[],
    birthDates: readonly string[],
    mapping: ReadingMap,
    options: Pick<ImportOptions, 'raceDays' | 'setup'>,
  ) {
    this.#courses = coursesOf(options);
    this.#mapping = mapping;
    this.#raceDays = options.raceDays;
    const fields = new Set(columns.map(({ field }) => field));
    this.#canWorkOut = fields.has('sex') && (fields.has('age') || fields.has('birthDate'));
    this.#isExpected = this.#canWorkOut || fields.has('ageGroup');
    const { header = '' } = columns.find(({ field }) => field === 'birthDate') ?? {};
    const [order, otherOrder] = new Set(birthDates.flatMap((text) => detectOrder(text) ?? []));
    const known = readHeaderOrder(header) ?? (otherOrder ? undefined : order);
    this.#order = mapping.dateOrder ?? known;
    const day = this.#dayOf(this.#courses.mainEvent);
    const example = known === undefined && birthDates.find((text) => isOpen(text, day));
    this.openDates = example
      ? { example: cleanText(example), header, order: mapping.dateOrder ?? null }
      : null;
  }

  /** Also counts the row. */
  read(
    cell: (field: ImportField) => string,
    event: EventCode = this.#courses.mainEvent,
  ): Result<CategoryFields, string> {
    const text = cell('ageGroup');
    const sex = readSexField(cell('sex'));
    const person: Person = {
      sex: sex.ok ? sex.value : '',
      birthDate: cell('birthDate'),
      age: cell('age'),
      event,
    };
    const born = this.#findBirthDate(person);
    if (text.trim() === '')
      return ok(this.#canWorkOut ? this.#workOut(person, born) : this.#leaveEmpty(born));
    const own = readAgeGroup(text, this.#courses);
    if (own.ok) return ok({ ageGroup: own.value, ...born });
    const spelling = spellingKey(text);
    const meaning =
      this.#mapping.categories.get(spelling) ??
      readCategoryWords(text, readEntrySex(person.sex), this.#courses.setup.categories);
    if (meaning !== undefined) {
      this.#unknown.count(spelling, text, meaning);
      return ok(meaning === '' ? this.#leaveEmpty(born) : { ageGroup: meaning, ...born });
    }
    this.#unknown.count(spelling, text, null);
    return own;
  }

  /** The values that are not category codes, mapped or not. */
  listUnknown(): ImportFindings['categoryValues'] {
    return this.#unknown.list();
  }

  #dayOf(event: EventCode): string {
    return this.#raceDays[event] ?? '';
  }

  #leaveEmpty(born: Born): CategoryFields {
    if (this.#isExpected) this.counts.empty += 1;
    return { ageGroup: '', ...born };
  }

  #workOut(person: Person, born: Born): CategoryFields {
    const { sex, event, birthDate: text } = person;
    const day = this.#dayOf(event);
    // The category shared by all possible dates.
    const groups = new Set(
      this.#listDates(text, day).map((birthDate) => {
        return birthDate && deriveAgeGroup({ sex, birthDate }, day, this.#courses.setup.categories);
      }),
    );
    const [group] = groups;
    const derived = groups.size === 1 ? group : undefined;
    const ageGroup = derived || (sex && this.#groupByAge(sex, person.age)) || '';
    if (ageGroup === '') this.counts.empty += 1;
    else this.counts.workedOut += 1;
    return { ageGroup, ...born, ...(derived && born.birthDate && { isAgeGroupDerived: true }) };
  }

  #findBirthDate({ birthDate: text, event }: Person): Born {
    if (text.trim() === '') return {};
    const dates = new Set(this.#listDates(text, this.#dayOf(event)));
    const [birthDate] = dates;
    if (dates.size === 1 && birthDate !== undefined) return { birthDate };
    this.counts.unreadBirthDates += 1;
    return {};
  }

  /** The date of a text, or the first and last day of a year alone. */
  #listDates(text: string, day: string): readonly (string | undefined)[] {
    const year = /^\s*(\d{4})\s*$/.exec(text)?.[1];
    const texts = year === undefined ? [text] : [`${year}-01-01`, `${year}-12-31`];
    const order = detectOrder(text) ?? this.#order ?? 'day-first';
    return texts.map((each) => readBirthDate(each, order, day));
  }

  #groupByAge(word: string, text: string): AgeGroup | undefined {
    const sex = readEntrySex(word);
    const age = /^\s*(\d{1,3})\s*$/.exec(text)?.[1];
    // Some exports write 0 for an unknown age.
    return !sex || age === undefined || Number(age) === 0 || Number(age) > 119
      ? undefined
      : findAgeGroup(sex, () => Number(age), this.#courses.setup.categories);
  }
}

type Born = Pick<CategoryFields, 'birthDate'>;

/** Whether the order of day and month matters, and the date leaves it open. */
function isOpen(text: string, day: string): boolean {
  const [one, other] = DATE_ORDERS.map((order) => readBirthDate(text, order, day));
  return detectOrder(text) === undefined && one !== other;
}

/** Counts the unknown values of one column by their spelling key. */
class UnknownColumn<Meaning extends string | null> {
  readonly #seen = new Map<string, OtherValue<Meaning>>();

  count(spelling: string, text: string, meaning: Meaning): void {
    const { value = cleanText(text), rows = 0 } = this.#seen.get(spelling) ?? {};
    this.#seen.set(spelling, { value, rows: rows + 1, meaning });
  }

  /** The most frequent first. */
  list(): readonly OtherValue<Meaning>[] {
    return [...this.#seen.values()]
      .filter(({ value }) => value.length <= MAX_UNKNOWN_VALUE_LENGTH)
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, MAX_UNKNOWN_VALUES);
  }
}
