import { XMLParser } from 'fast-xml-parser';

import { createEventNames, readEvent } from '#server/race/runner-fields.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { MAX_CHIPS_OF_A_RUNNER } from '#shared/model/chip-table.ts';
import { parseBandId } from '#shared/model/ids.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import type { ImportField } from './column-names.ts';
import type { ImportFault } from './import-outcome.ts';
import type { ImportOptions } from './runners-reader.ts';
import type { TableReader } from './read-table.ts';

/** Deeper than any entry list. */
const MAX_DEPTH = 20;
/** Elements of which all are read; of any other the first. */
const SEVERAL: ReadonlySet<string> = new Set([
  'PersonEntry',
  'TeamEntry',
  'TeamEntryPerson',
  'ClassStart',
  'PersonStart',
  'TeamStart',
  'TeamMemberStart',
  'ControlCard',
  'Contact',
]);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Without a DTD these are the five entities of XML and numbers: a text with a DTD was refused before.
  htmlEntities: true,
  maxNestedTags: MAX_DEPTH,
  captureMetaData: true,
  isArray: (name) => SEVERAL.has(name),
});

/** The parsed document of more would not fit in the memory of a small machine; 32,000 entries have fewer. */
const MAX_PARTS = 500_000;

/** How many elements and attributes an XML text has, or a few more. */
function countParts(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/<(?!\/)|=["']/g)) count += 1;
  return count;
}

/** The key under which an element has its position. */
const META = XMLParser.getMetaDataSymbol() as symbol;
const NOT_CHECKED = 'nothing of it was read.';

/**
 * Passes on the entries of an IOF XML 3.0 EntryList or StartList as rows under the headings of our own columns (IMPORT.md IM45),
 * each with its line, or its number where several begin on one line. Returns the fault if the text is no such list.
 */
export function readEntryList(
  text: string,
  options: ImportOptions,
  reader: TableReader,
): ImportFault | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    return tell(
      `The file has a document type (<!DOCTYPE …>), which no list of entries needs, and ${NOT_CHECKED}`,
    );
  }
  if (countParts(text) > MAX_PARTS) {
    return tell(
      `The file has more than ${MAX_PARTS} elements and attributes, and ${NOT_CHECKED} Export fewer entries at a time, or export them as CSV.`,
    );
  }
  const parsed = parse(text);
  if (!parsed.ok) return tell(`This is no sound XML, and ${NOT_CHECKED}${parsed.error}`);
  const lists = ['EntryList', 'StartList'].map((name) => get(parsed.value, name));
  const entries = lists.flatMap((list) => (list === undefined ? [] : listEntries(list)));
  if (lists.every((list) => list === undefined)) {
    return tell(
      'This is XML, but no EntryList or StartList of IOF XML 3.0. Export the entries as that, or as CSV.',
    );
  }
  const lines = findLines(
    text,
    entries.map(({ element }) => element),
  );
  const names = createEventNames(options.distances, coursesOf(options));
  const rows: { readonly line: number; readonly values: Values }[] = [];
  let chipCount = 0;
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? 1;
    if (entry.isTeam && entry.cards.length > 1) {
      const name = textAt(entry.element, 'Name');
      reader.onTitle({ line, cells: ['Team', name, `with ${entry.cards.length} chips`] });
      continue;
    }
    const [long, short] = ['Name', 'ShortName'].map((name) => textAt(entry.course, name));
    const event = [long, short].find((name = '') => readEvent(name, names).ok) ?? (long || short);
    const values = { ...readEntry(entry, options), event: event ?? '' };
    chipCount = Math.max(chipCount, values.chips.length);
    rows.push({ line, values });
  }
  const fields = FIELDS.filter(
    (field) => NEEDED.has(field) || rows.some(({ values }) => values[field]),
  );
  const chipHeaders = Array.from({ length: chipCount }, (_, at) => `chip${at + 1}`);
  if (!reader.onHeader({ line: 1, cells: [...fields, ...chipHeaders] }, ',')) return undefined;
  for (const { line, values } of rows) {
    const cells = fields.map((field) => values[field] ?? '');
    const chips = chipHeaders.map((_, at) => values.chips[at] ?? '');
    const isEnough = !reader.onRow({ line, cells: [...cells, ...chips] });
    if (isEnough) break;
  }
  return undefined;
}

/** A person or a team of an EntryList or StartList. */
interface ListedEntry {
  /** The element with its names and organisation. */
  readonly element: unknown;
  /** The element with the bib and the time of the start. */
  readonly start: unknown;
  readonly course: unknown;
  /** The different chips of the person or the team, as many as a runner can have, and one more. */
  readonly cards: readonly string[];
  readonly isTeam: boolean;
}

function listEntries(list: unknown): readonly ListedEntry[] {
  const entered = ['PersonEntry', 'TeamEntry'].flatMap((name) =>
    listOf(list, name).map((element) => ({ element, course: get(element, 'Class') })),
  );
  const starting = listOf(list, 'ClassStart').flatMap((group) =>
    ['PersonStart', 'TeamStart'].flatMap((name) =>
      listOf(group, name).map((element) => ({ element, course: get(group, 'Class') })),
    ),
  );
  return [...entered, ...starting]
    .map(({ element, course }): ListedEntry => {
      const members = ['TeamEntryPerson', 'TeamMemberStart'].flatMap((name) =>
        listOf(element, name),
      );
      const starts = [element, ...members].flatMap((one) => get(one, 'Start') ?? []);
      const cards = [element, ...members, ...starts].flatMap((one) =>
        listOf(one, 'ControlCard').map((card) => textAt(card)),
      );
      return {
        element,
        course,
        start: starts[0],
        cards: [...new Set(cards.filter(Boolean))].slice(0, MAX_CHIPS_OF_A_RUNNER + 2),
        isTeam: get(element, 'Person') === undefined,
      };
    })
    .toSorted((a, b) => startOf(a.element) - startOf(b.element));
}

const FIELDS = [
  'firstName',
  'lastName',
  'event',
  'raceNumber',
  'bibNumber',
  'runClub',
  'sex',
  'birthDate',
  'nationality',
  'mobileNumber',
  'ownStart',
] as const satisfies readonly ImportField[];
type Field = (typeof FIELDS)[number];
const NEEDED: ReadonlySet<Field> = new Set(['firstName', 'lastName', 'event']);

type Values = Partial<Record<Field, string>> & { readonly chips: readonly string[] };

/** The first card that is a number is the wristband, all others are chips. */
function readEntry({ element, start, cards, isTeam }: ListedEntry, options: ImportOptions): Values {
  const band = cards.find((card) => parseBandId(card) !== undefined) ?? '';
  return {
    ...(isTeam ? { lastName: textAt(element, 'Name') } : readPerson(element)),
    runClub: textAt(element, 'Organisation', 'Name'),
    raceNumber: band,
    bibNumber: textAt(element, 'BibNumber') || textAt(start, 'BibNumber'),
    ownStart: readStartTime(textAt(start, 'StartTime'), options),
    chips: cards.filter((card) => card !== band),
  };
}

function readPerson(entry: unknown): Partial<Record<Field, string>> {
  const phone = listOf(get(entry, 'Person'), 'Contact').find((contact) =>
    /^(Mobile)?PhoneNumber$/.test(textAt(contact, '@type')),
  );
  return {
    firstName: textAt(entry, 'Person', 'Name', 'Given'),
    lastName: textAt(entry, 'Person', 'Name', 'Family'),
    sex: textAt(entry, 'Person', '@sex'),
    birthDate: textAt(entry, 'Person', 'BirthDate'),
    nationality:
      textAt(entry, 'Person', 'Nationality', '@code') || textAt(entry, 'Person', 'Nationality'),
    mobileNumber: textAt(phone),
  };
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** A start of the list on the clocks of the race; empty where the gun is the start, as in a mass start. */
function readStartTime(text: string, { timeZone, starts }: ImportOptions): string {
  const [, day = '', time = '', zone] = MOMENT.exec(text) ?? [];
  if (day === '') return text;
  const kept =
    zone === undefined
      ? `${day}-${time.replaceAll(':', '-')}`
      : formatWallClock(Date.parse(`${day}T${time}${zone}`), timeZone);
  const isGun = Object.values(starts).some(({ start }) => start === kept);
  return isGun ? '' : kept;
}

function parse(text: string): Result<unknown, string> {
  try {
    return ok(parser.parse(text, true) as unknown);
  } catch (error) {
    const line = /:(\d+):\d+$/.exec(error instanceof Error ? error.message : '')?.[1];
    return err(line === undefined ? '' : ` Look at line ${line}.`);
  }
}

function tell(message: string): ImportFault {
  return { line: 1, message };
}

/** The content of a child element with this name, the first of several. */
function get(element: unknown, name: string): unknown {
  const found = isPlainObject(element) ? element[name] : undefined;
  return Array.isArray(found) ? (found[0] as unknown) : found;
}

function listOf(element: unknown, name: string): readonly unknown[] {
  const found = isPlainObject(element) ? element[name] : undefined;
  return Array.isArray(found) ? found : [];
}

/** The text at the end of a path, on one line; empty where there is none. */
function textAt(element: unknown, ...path: readonly string[]): string {
  const found = path.reduce(get, element);
  const text = isPlainObject(found) ? found['#text'] : found;
  return typeof text === 'string' ? text.trim() : '';
}

function startOf(element: unknown): number {
  const data = isPlainObject(element) ? Object.getOwnPropertyDescriptor(element, META) : undefined;
  const place: unknown = data?.value;
  return isPlainObject(place) && typeof place['startIndex'] === 'number' ? place['startIndex'] : 0;
}

/** The line of each entry, or its number where two begin on one line. */
function findLines(text: string, entries: readonly unknown[]): readonly number[] {
  let [line, at] = [1, 0];
  const lines = entries.map((entry) => {
    const start = startOf(entry);
    for (; at < start; at += 1) if (text[at] === '\n') line += 1;
    return line;
  });
  return new Set(lines).size === lines.length ? lines : lines.map((_, index) => index + 1);
}
