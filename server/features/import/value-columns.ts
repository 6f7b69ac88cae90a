import type { Courses } from '#shared/model/courses.ts';
import type { AgeGroup, EventCode } from '#shared/model/ids.ts';
import { ok, type Result } from '#shared/model/outcome.ts';
import { cleanText, spellingKey } from '#shared/model/text-rules.ts';
import {
  type CategoryValue,
  DATE_ORDERS,
  type DateOrder,
  type EventValue,
  MAX_UNKNOWN_VALUE_LENGTH,
  MAX_UNKNOWN_VALUES,
  type OpenDates,
} from '#shared/wire/import-api.ts';
import {
  type EventNames,
  readAgeGroup,
  readBirthDate,
  readEvent,
  readSexField,
  tellOrder,
} from '#server/race/runner-fields.ts';
import { deriveAgeGroup, findAgeGroup, readEntrySex } from '#shared/scoring/categories.ts';
import { readCategoryWords } from './categories.ts';
import type { UnknownValues, NewRunner } from './import-outcome.ts';
import { type ImportColumn, type ImportField, tellHeaderOrder } from './column-names.ts';
import type { ReadingMap } from './parse-mapping.ts';

/** Reads the events of a file row by row, and keeps the values that are no names of events. */
export class EventColumn {
  readonly #names: EventNames;
  readonly #mapping: ReadingMap;
  readonly #unknown = new UnknownColumn<EventCode>();

  constructor(names: EventNames, mapping: ReadingMap) {
    this.#names = names;
    this.#mapping = mapping;
  }

  /** The event of the next row: by the mapping, which may also have values of no row, else by its name. */
  read(text: string): Result<EventCode, string> {
    if (this.#mapping.allEvent !== undefined) return ok(this.#mapping.allEvent);
    const spelling = spellingKey(text);
    const mapped = this.#mapping.events.get(spelling);
    if (!this.#names.byKey.has(spelling)) this.#unknown.count(spelling, text, mapped ?? '');
    return mapped ? ok(mapped) : readEvent(text, this.#names);
  }

  listUnknown(): UnknownValues<EventValue> {
    const { listed, count } = this.#unknown.list();
    return {
      listed: listed.map(({ value, rows, meaning }) => ({ value, rows, event: meaning })),
      count,
    };
  }
}

/** The sex and age of a row, from which a category can be derived. */
interface Person {
  /** As the entry keeps it, empty without one: an unknown word is kept too. */
  readonly sex: string;
  readonly birthDate: string;
  readonly age: string;
  readonly event: EventCode;
}

export interface CategoryReading {
  readonly group: Result<AgeGroup, string>;
  /** Gives the date of birth and the derived category, once all rows are read. */
  readonly later?: () => WorkedOut;
}

/** Fields of a runner known only after all rows, which may show which number of a date is the day. */
type WorkedOut = Partial<Pick<NewRunner, 'ageGroup' | 'birthDate' | 'isAgeGroupDerived'>>;

export interface CategoryCounts {
  /** Rows with a derived category, and those of them by date of birth. */
  readonly workedOut: number;
  readonly byBirthDate: number;
  /** Rows without a category although there is a column for it. */
  readonly empty: number;
  readonly unreadBirthDates: number;
}

export interface RaceOfRows {
  /** The day on which each event starts, `2026-06-20`; today where none is set. */
  readonly raceDays: Readonly<Record<EventCode, string>>;
}

/** Reads the age categories of a file: by our names, by plain words, as mapped, or derived from sex and age. */
export class CategoryColumn {
  readonly #mapping: ReadingMap;
  readonly #raceDays: Readonly<Record<EventCode, string>>;
  readonly #unknown = new UnknownColumn<AgeGroup | null>();
  readonly #courses: Courses;
  readonly #canWorkOut: boolean;
  readonly #isExpected: boolean;
  readonly #orders = new Set<DateOrder>();
  /** The order that somebody chose, or the header gives. */
  readonly #order: DateOrder | undefined;
  /** The first date of birth that can be either. */
  #openDate: string | undefined;
  #workedOut = 0;
  #byBirthDate = 0;
  #empty = 0;
  #unreadBirthDates = 0;

  constructor(
    columns: readonly ImportColumn[],
    mapping: ReadingMap,
    { raceDays }: RaceOfRows,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.#mapping = mapping;
    this.#raceDays = raceDays;
    const fields = new Set(columns.map(({ field }) => field));
    const born = columns.find(({ field }) => field === 'birthDate');
    this.#order = mapping.dateOrder ?? tellHeaderOrder(born?.header ?? '');
    this.#canWorkOut = fields.has('sex') && (fields.has('age') || fields.has('birthDate'));
    this.#isExpected = this.#canWorkOut || fields.has('ageGroup');
  }

  /** The category of a row, empty for now where it has to be derived after all rows. */
  read(cell: (field: ImportField) => string, event: EventCode | undefined): CategoryReading {
    const text = cell('ageGroup');
    const sex = readSexField(cell('sex'));
    const person: Person = {
      sex: sex.ok ? sex.value : '',
      birthDate: cell('birthDate'),
      age: cell('age'),
      event: event ?? this.#courses.mainEvent,
    };
    const order = tellOrder(person.birthDate);
    if (order) this.#orders.add(order);
    else if (this.#openDate === undefined && this.#isOpen(person)) {
      this.#openDate = cleanText(person.birthDate);
    }
    const later = (): WorkedOut => ({ ageGroup: '', ...this.#workOut(person) });
    const born = person.birthDate.trim() === '' ? {} : { later: () => this.#findBirthDate(person) };
    if (text.trim() === '') {
      return this.#canWorkOut ? { group: ok(''), later } : { group: this.#leaveEmpty(), ...born };
    }
    const own = readAgeGroup(text, this.#courses);
    if (own.ok) return { group: own, ...born };
    const spelling = spellingKey(text);
    const said =
      this.#mapping.categories.get(spelling) ??
      readCategoryWords(text, readEntrySex(person.sex), this.#courses.setup.categories);
    if (said !== undefined) {
      this.#unknown.count(spelling, text, said);
      return { group: said === '' ? this.#leaveEmpty() : ok(said), ...born };
    }
    this.#unknown.count(spelling, text, this.#mapping.otherCategories ? '' : null);
    switch (this.#mapping.otherCategories) {
      case 'worked-out':
        return { group: ok(''), later };
      case 'empty':
        return { group: this.#leaveEmpty(), ...born };
      case undefined:
        return { group: own };
      default:
        return this.#mapping.otherCategories satisfies never;
    }
  }

  /** The values that differ from our spelling, mapped or not. */
  listUnknown(): UnknownValues<CategoryValue> {
    const { listed, count } = this.#unknown.list();
    return {
      listed: listed.map(({ value, rows, meaning }) => ({ value, rows, ageGroup: meaning })),
      count,
    };
  }

  /** The dates of birth for which somebody has to choose, or chose, the order. */
  findOpenDates(columns: readonly ImportColumn[]): OpenDates | null {
    const { header = '' } = columns.find(({ field }) => field === 'birthDate') ?? {};
    const isTold = this.#orders.size === 1 || tellHeaderOrder(header) !== undefined;
    if (this.#openDate === undefined || isTold) return null;
    return { example: this.#openDate, header, order: this.#mapping.dateOrder ?? null };
  }

  /** Whether a date is the other with day and month exchanged. */
  #isOpen({ birthDate: text, event }: Person): boolean {
    const dates = DATE_ORDERS.map((order) => readBirthDate(text, order, this.#dayOf(event)));
    return dates[0] !== dates[1];
  }

  get counts(): CategoryCounts {
    return {
      workedOut: this.#workedOut,
      byBirthDate: this.#byBirthDate,
      empty: this.#empty,
      unreadBirthDates: this.#unreadBirthDates,
    };
  }

  #dayOf(event: EventCode): string {
    return this.#raceDays[event] ?? '';
  }

  #leaveEmpty(): Result<'', string> {
    if (this.#isExpected) this.#empty += 1;
    return ok('');
  }

  #workOut(person: Person): WorkedOut {
    const { sex, event } = person;
    const born = this.#findBirthDate(person);
    const derived = deriveAgeGroup(
      { ...(sex && { sex }), ...born },
      this.#dayOf(event),
      this.#courses.setup.categories,
    );
    const byBirth = derived ?? (sex && this.#groupByAnyDate(sex, person));
    const ageGroup = byBirth ?? (sex && this.#groupByAge(sex, person.age));
    if (ageGroup) this.#workedOut += 1;
    else this.#empty += 1;
    if (byBirth) this.#byBirthDate += 1;
    return { ...born, ...(ageGroup && { ageGroup }), ...(derived && { isAgeGroupDerived: true }) };
  }

  #findBirthDate({ birthDate: text, event }: Person): Pick<WorkedOut, 'birthDate'> {
    if (text.trim() === '') return {};
    const dates = new Set(this.#listDates(text, this.#dayOf(event)));
    const [birthDate] = dates;
    if (dates.size === 1 && birthDate !== undefined) return { birthDate };
    this.#unreadBirthDates += 1;
    return {};
  }

  /** The possible orders of day and month: both where the file leaves it open. */
  #listOrders(text: string): readonly DateOrder[] {
    const [order, other] = this.#orders;
    const found = order && !other ? order : undefined;
    const only =
      this.#order === undefined ? (found ?? tellOrder(text)) : (tellOrder(text) ?? this.#order);
    return only ? [only] : ['day-first', 'month-first'];
  }

  /** The dates that the text can mean; the first and last of a year that stands alone. */
  #listDates(text: string, day: string): readonly (string | undefined)[] {
    const year = /^\s*(\d{4})\s*$/.exec(text)?.[1];
    return year === undefined
      ? this.#listOrders(text).map((order) => readBirthDate(text, order, day))
      : ['01-01', '12-31'].map((rest) => readBirthDate(`${year}-${rest}`, 'day-first', day));
  }

  /** For an ambiguous date or a year alone, the category that all its dates agree on. */
  #groupByAnyDate(sex: string, { birthDate: text, event }: Person): AgeGroup | undefined {
    const day = this.#dayOf(event);
    const groups = new Set(
      this.#listDates(text, day).map((birthDate) => {
        return birthDate && deriveAgeGroup({ sex, birthDate }, day, this.#courses.setup.categories);
      }),
    );
    const [group] = groups;
    return groups.size === 1 && group ? group : undefined;
  }

  #groupByAge(word: string, text: string): AgeGroup | undefined {
    const sex = readEntrySex(word);
    const age = /^\s*(\d{1,3})\s*$/.exec(text)?.[1];
    // Exports write 0 for an unknown age.
    return !sex || age === undefined || Number(age) === 0 || Number(age) > 119
      ? undefined
      : findAgeGroup(sex, Number(age), this.#courses.setup.categories);
  }
}

/** A value of a column as first written, with its number of rows and its meaning. */
interface Counted<Meaning> {
  readonly value: string;
  rows: number;
  meaning: Meaning;
}

/** Counts the unknown values of one column, by their spelling key. */
class UnknownColumn<Meaning> {
  readonly #seen = new Map<string, Counted<Meaning>>();

  count(spelling: string, text: string, meaning: Meaning): void {
    const seen = this.#seen.get(spelling);
    if (seen) {
      seen.rows += 1;
      seen.meaning = meaning;
    } else this.#seen.set(spelling, { value: cleanText(text), rows: 1, meaning });
  }

  /** The most frequent first. */
  list(): UnknownValues<Counted<Meaning>> {
    const listed = [...this.#seen.values()]
      .filter(({ value }) => value.length <= MAX_UNKNOWN_VALUE_LENGTH)
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, MAX_UNKNOWN_VALUES);
    return { listed, count: this.#seen.size };
  }
}
