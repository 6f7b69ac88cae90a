import { setImmediate as yieldToOthers } from 'node:timers/promises';

import sax from 'sax';

import { createEventNames, readEvent } from '#server/race/runner-fields.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { MAX_CHIPS_OF_A_RUNNER } from '#shared/model/chip-table.ts';
import { parseBandId } from '#shared/model/ids.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import type { ImportField } from '#shared/wire/import-api.ts';
import type { ImportOptions } from './read-runners.ts';
import { STRETCH_LENGTH, type Table, type TableRow } from './read-table.ts';

/** Bounds the memory; entry lists are less deep, and a person has about 20 elements. */
const MAX_DEPTH = 20;
const MAX_ELEMENTS = 2_000;

const NOTHING_READ = 'nothing of it was read.';
const LISTS: ReadonlySet<string> = new Set(['EntryList', 'StartList']);
const ENTRIES: ReadonlySet<string> = new Set([
  'PersonEntry',
  'TeamEntry',
  'PersonStart',
  'TeamStart',
]);

interface Element {
  /** Without a namespace prefix. */
  readonly name: string;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** The file is not a valid entry list. */
class NoListError extends Error {
  override readonly name = 'NoListError';
}

/**
 * Reads an IOF XML 3.0 EntryList or StartList as a table with our own column headers (IMPORT.md IM45). Each row has its
 * line, or its number if several entries begin on one line.
 */
export async function readEntryList(
  text: string,
  options: ImportOptions,
): Promise<Result<Table, string>> {
  const names = createEventNames(options.distances, coursesOf(options));
  const entries: { readonly line: number; readonly values: Values }[] = [];
  const skipped: TableRow[] = [];
  const take = (entry: ListedEntry): void => {
    const { element, course, cards } = entry;
    const { line } = element;
    if (entry.isTeam && cards.length > 1) {
      const cells = ['Team', textAt(element, 'Name'), `with ${cards.length} chips`];
      skipped.push({ line, cells });
      return;
    }
    const [long = '', short = ''] = ['Name', 'ShortName'].map((name) => textAt(course, name));
    const event = [long, short].find((name) => readEvent(name, names).ok) ?? (long || short);
    entries.push({ line, values: { ...readEntry(entry, options), event } });
  };
  try {
    await parse(text, take);
  } catch (error) {
    if (error instanceof NoListError) return err(error.message);
    throw error;
  }
  const lines = [...entries, ...skipped].map(({ line }) => line);
  const isLineOfOne = new Set(lines).size === lines.length;
  const fields = FIELDS.filter(
    (field) => NEEDED.has(field) || entries.some(({ values }) => values[field]),
  );
  const chipCount = Math.max(0, ...entries.map(({ values }) => values.chips.length));
  const chipHeaders = Array.from({ length: chipCount }, (_, at) => `chip${at + 1}`);
  const rows = entries.map(({ line, values }, index) => ({
    line: isLineOfOne ? line : index + 1,
    cells: [
      ...fields.map((field) => values[field] ?? ''),
      ...chipHeaders.map((_, at) => values.chips[at] ?? ''),
    ],
  }));
  const header = { line: 1, cells: [...fields, ...chipHeaders] };
  return ok({ header, delimiter: ',', rows, skipped });
}

/**
 * Parses XML, keeping one entry at a time in memory and yielding to other requests.
 * @throws {NoListError}
 */
async function parse(text: string, take: (entry: ListedEntry) => void): Promise<void> {
  const parser = sax.parser(true);
  const open: string[] = [];
  /** The path from the entry, or from the class of a StartList, down to the current element. */
  const kept: Element[] = [];
  let course: Element | undefined;
  let line = 1;
  let elementCount = 0;
  const startElement = (tag: sax.Tag): void => {
    const name = withoutPrefix(tag.name);
    const parent = kept.at(-1);
    if (open.length === 0 && !LISTS.has(name)) {
      throw new NoListError(
        'This is XML, but not an IOF XML 3.0 EntryList or StartList. Export the entries as that, or as CSV.',
      );
    }
    if (open.length === MAX_DEPTH) throw unsound(parser.line);
    const isFirst = ENTRIES.has(name) || (name === 'Class' && open.at(-1) === 'ClassStart');
    open.push(name);
    if (!parent && !isFirst) return;
    elementCount = parent ? elementCount + 1 : 1;
    if (elementCount > MAX_ELEMENTS) {
      throw new NoListError(
        `The entry on line ${kept[0]?.line} has more than ${MAX_ELEMENTS} elements, and ${NOTHING_READ} Export the entries as CSV.`,
      );
    }
    const { attributes } = tag;
    const element: Element = { name, line, attributes, children: [], text: '' };
    parent?.children.push(element);
    kept.push(element);
  };
  const endElement = (): void => {
    const name = open.pop();
    const element = kept.pop();
    if (name === 'ClassStart') course = undefined;
    if (!element || kept.length > 0) return;
    if (element.name === 'Class') course = element;
    else take(listEntry(element, course));
  };
  const addText = (piece: string): void => {
    const element = kept.at(-1);
    if (element) element.text += piece;
  };
  parser.onopentagstart = () => (line = parser.line + 1);
  parser.onopentag = (tag) => startElement(tag as sax.Tag);
  parser.onclosetag = endElement;
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.ondoctype = () => {
    throw new NoListError(
      `The file has a document type (<!DOCTYPE …>), which no list of entries needs, and ${NOTHING_READ}`,
    );
  };
  parser.onerror = () => {
    throw unsound(parser.line);
  };
  for (let from = 0; from < text.length; from += STRETCH_LENGTH) {
    parser.write(text.slice(from, from + STRETCH_LENGTH));
    await yieldToOthers();
  }
  parser.close();
}

function unsound(line: number): NoListError {
  return new NoListError(`This is not valid XML, and ${NOTHING_READ} Look at line ${line + 1}.`);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** A person or a team of an EntryList or StartList. */
interface ListedEntry {
  readonly element: Element;
  /** Has the bib and the start time. */
  readonly start: Element | undefined;
  readonly course: Element | undefined;
  /** Without duplicates; cut off after more than a runner can have. */
  readonly cards: readonly string[];
  readonly isTeam: boolean;
}

/** `course` is the class around the entry in a StartList. */
function listEntry(element: Element, course: Element | undefined): ListedEntry {
  const members = ['TeamEntryPerson', 'TeamMemberStart'].flatMap((name) => listOf(element, name));
  const starts = [element, ...members].flatMap((one) => get(one, 'Start') ?? []);
  const cards = [element, ...members, ...starts].flatMap((one) =>
    listOf(one, 'ControlCard').map((card) => textAt(card)),
  );
  return {
    element,
    course: course ?? get(element, 'Class'),
    start: starts[0],
    cards: [...new Set(cards.filter(Boolean))].slice(0, MAX_CHIPS_OF_A_RUNNER + 2),
    isTeam: get(element, 'Person') === undefined,
  };
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

/** The first numeric card is the wristband, the others are chips. */
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

function readPerson(entry: Element): Partial<Record<Field, string>> {
  const person = get(entry, 'Person');
  const nationality = get(person, 'Nationality');
  const phone = listOf(person, 'Contact').find(({ attributes }) =>
    /^(Mobile)?PhoneNumber$/.test(attributes['type'] ?? ''),
  );
  return {
    firstName: textAt(person, 'Name', 'Given'),
    lastName: textAt(person, 'Name', 'Family'),
    sex: person?.attributes['sex'] ?? '',
    birthDate: textAt(person, 'BirthDate'),
    nationality: nationality?.attributes['code'] || textAt(nationality),
    mobileNumber: textAt(phone),
  };
}

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** The start time on the clocks of the race; empty if it is the gun. */
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

function get(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

function listOf(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text at the end of a path; empty if missing. */
function textAt(element: Element | undefined, ...path: readonly string[]): string {
  return path.reduce(get, element)?.text.trim() ?? '';
}
