import type { AgeGroup, EventCode } from '#shared/model/event.ts';
import type { Courses } from '#shared/model/courses.ts';
import { parseJson } from '#shared/model/json-object.ts';
import { cleanText, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';
import {
  BYTE_ENCODINGS,
  DATE_ORDERS,
  type DateOrder,
  type ByteEncoding,
  MAX_MAPPING_BYTES,
  OTHER_CATEGORIES,
  type OtherCategories,
} from '#shared/wire/import-mapping.ts';
import { IMPORT_FIELDS, type ImportField } from './column-names.ts';

/** An organiser's choices about a file, ready for look-ups. */
export interface ReadingMap {
  readonly encoding: ByteEncoding | undefined;
  /** By header: the field it is read as, undefined for a column that is not used. */
  readonly columns: ReadonlyMap<string, ImportField | undefined>;
  /** By the spelling key of the value: the value as written and its event. */
  readonly events: ReadonlyMap<string, MappedEvent>;
  readonly allEvent: EventCode | undefined;
  /** By the spelling key of the value: its category, empty for none. */
  readonly categories: ReadonlyMap<string, AgeGroup>;
  readonly otherCategories: OtherCategories | undefined;
  readonly dateOrder: DateOrder | undefined;
}

interface MappedEvent {
  readonly value: string;
  readonly event: EventCode;
}

export const NO_MAPPING: ReadingMap = {
  encoding: undefined,
  columns: new Map(),
  events: new Map(),
  allEvent: undefined,
  categories: new Map(),
  otherCategories: undefined,
  dateOrder: undefined,
};

/** A mapping that cannot be read or does not fit its file; nothing has been changed. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

const PARTS = [
  'encoding',
  'columns',
  'events',
  'allEvent',
  'categories',
  'otherCategories',
  'dateOrder',
];

/** Parses the field `mapping` of an upload; throws a {@link MappingError} with the fault. */
export function getMapping(text: unknown, courses: Courses): ReadingMap {
  if (text === undefined) return NO_MAPPING;
  if (typeof text !== 'string') throw new MappingError('Send one mapping, as text.');
  if (Buffer.byteLength(text) > MAX_MAPPING_BYTES) {
    throw new MappingError(`The mapping is too long: ${MAX_MAPPING_BYTES / 1024} kB at most.`);
  }
  const mapping = parseJson(text);
  if (mapping === undefined) throw new MappingError('The mapping is not JSON.');
  const parts = getEntries(mapping, 'mapping');
  for (const part of parts.keys()) {
    if (PARTS.includes(part)) continue;
    throw new MappingError(
      `The mapping has ${quoteGiven(part)}, which it cannot: it takes ${PARTS.join(', ')}.`,
    );
  }
  const allEvent = parts.get('allEvent');
  return {
    encoding: getOneOf(BYTE_ENCODINGS, parts.get('encoding'), 'the letters'),
    columns: getColumns(parts.get('columns')),
    events: getEvents(parts.get('events'), courses),
    allEvent: allEvent === undefined ? undefined : getEvent(allEvent, 'allEvent', courses),
    categories: getCategories(parts.get('categories'), courses),
    otherCategories: getOneOf(OTHER_CATEGORIES, parts.get('otherCategories'), 'otherCategories'),
    dateOrder: getOneOf(DATE_ORDERS, parts.get('dateOrder'), 'dateOrder'),
  };
}

/** One of the words, or undefined where none is given. */
function getOneOf<Word extends string>(
  words: readonly Word[],
  given: unknown,
  part: string,
): Word | undefined {
  const known = words.find((each) => each === given);
  if (known !== undefined || given === undefined) return known;
  throw new MappingError(
    `The mapping reads ${part} as ${quoteAny(given)}: it takes ${words.join(', ')}.`,
  );
}

function getColumns(given: unknown): ReadingMap['columns'] {
  const columns = new Map<string, ImportField | undefined>();
  const headers = new Map<ImportField, string>();
  for (const [key, value] of given === undefined ? [] : getEntries(given, 'columns')) {
    const header = cleanText(key);
    const field = value === '' ? undefined : getField(value, header);
    const twin = field && headers.get(field);
    if (twin !== undefined || columns.has(header)) {
      throw new MappingError(
        `The mapping takes both ${quoteGiven(twin ?? header)} and ${quoteGiven(header)} for ${field ?? 'one column'}: choose one.`,
      );
    }
    columns.set(header, field);
    // All columns of chips count.
    if (field && field !== 'chips') headers.set(field, header);
  }
  return columns;
}

function getField(given: unknown, header: string): ImportField {
  const field = IMPORT_FIELDS.find((known) => known === given);
  if (field) return field;
  throw new MappingError(
    `The mapping reads the column ${quoteGiven(header)} as ${quoteAny(given)}: it takes ${IMPORT_FIELDS.join(', ')}, or nothing.`,
  );
}

function getEvents(given: unknown, courses: Courses): ReadingMap['events'] {
  return getBySpelling(given, 'events', (value, key) => ({
    value: key,
    event: getEvent(value, `event ${quoteGiven(key)}`, courses),
  }));
}

function getCategories(given: unknown, courses: Courses): ReadingMap['categories'] {
  return getBySpelling(given, 'categories', (value, key) => {
    if (value === '' || courses.hasCategory(value)) return value;
    throw new MappingError(
      `The mapping reads category ${quoteGiven(key)} as ${quoteAny(value)}: it takes ${courses.categories.join(', ')}, or nothing.`,
    );
  });
}

/** The values of one column by their spelling keys; two spellings of one are refused. */
function getBySpelling<Meaning>(
  given: unknown,
  part: 'events' | 'categories',
  read: (value: unknown, key: string) => Meaning,
): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const keys = new Map<string, string>();
  for (const [key, value] of given === undefined ? [] : getEntries(given, part)) {
    const spelling = spellingKey(key);
    const twin = keys.get(spelling);
    if (twin !== undefined) {
      const one = part === 'events' ? 'one event value' : 'one category';
      throw new MappingError(
        `The mapping has ${quoteGiven(twin)} and ${quoteGiven(key)}, which are ${one}: write one.`,
      );
    }
    keys.set(spelling, key);
    meanings.set(spelling, read(value, key));
  }
  return meanings;
}

function getEvent(given: unknown, what: string, courses: Courses): EventCode {
  if (courses.hasEvent(given)) return given;
  throw new MappingError(
    `The mapping reads ${what} as ${quoteAny(given)}: it takes ${courses.events.join(', ')}.`,
  );
}

/** The entries of an object, as a map: a file may have any key, even `__proto__`. */
function getEntries(given: unknown, what: string): ReadonlyMap<string, unknown> {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return new Map(Object.entries(given));
  }
  throw new MappingError(
    what === 'mapping'
      ? `The mapping is ${quoteAny(given)}, but must be an object.`
      : `The part ${what} of the mapping is ${quoteAny(given)}, but must be an object.`,
  );
}

/** Leaves out the contents of lists and objects, which can nest to any depth. */
function quoteAny(given: unknown): string {
  if (typeof given === 'string') return quoteGiven(given);
  if (typeof given !== 'object' || given === null) return String(given);
  return Array.isArray(given) ? 'a list' : 'an object';
}
