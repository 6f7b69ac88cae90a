import { XMLParser } from 'fast-xml-parser';

import { createEventNames, readEvent } from '#server/race/runner-fields.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { BYTE_ENCODINGS } from '#shared/wire/import-mapping.ts';

import type { ImportField } from './column-names.ts';
import { type DecodedText, readMarked, type TextEncoding } from './decode-text.ts';
import type { ImportFault } from './import-outcome.ts';
import type { ImportOptions } from './runners-reader.ts';
import type { TableReader } from './read-table.ts';

const NAME_OF_ENCODING = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)["']/;

/** The text of an XML file, in the encoding that it names where its bytes are no UTF-8; fails for an unknown one. */
export function readXmlLetters({
  text,
  encoding,
}: DecodedText): Result<{ readonly text: string; readonly encoding: TextEncoding }, string> {
  if (encoding !== undefined) return ok({ text, encoding });
  const named = NAME_OF_ENCODING.exec(text)?.[1]?.toLowerCase() ?? '';
  // Text labelled Latin-1 may contain characters of Windows-1252; browsers read it so too.
  const asked = named === 'iso-8859-1' ? 'windows-1252' : named;
  const known = BYTE_ENCODINGS.find((each) => each === asked);
  return known
    ? ok({ text: readMarked(text, known), encoding: known })
    : err('The file is not UTF-8, and does not name an encoding that is known: save it as UTF-8.');
}

/** Deeper than any entry list. */
const MAX_DEPTH = 20;
/** Elements of which all are read; of any other the first. */
const SEVERAL: ReadonlySet<string> = new Set(['PersonEntry', 'TeamEntry', 'Contact']);

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
 * Passes on the entries of an IOF XML 3.0 EntryList as rows under the headings of our own columns (IMPORT.md IM45),
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
  const list = get(parsed.value, 'EntryList');
  if (list === undefined) {
    return tell(
      'This is XML, but no EntryList of IOF XML 3.0. Export the entries as that, or as CSV.',
    );
  }
  const entries = listOf(list, 'PersonEntry');
  const lines = findLines(text, entries);
  const names = createEventNames(options.distances, coursesOf(options));
  const rows = entries.map((entry, index) => {
    const [long, short] = ['Name', 'ShortName'].map((name) => textAt(entry, 'Class', name));
    const event = [long, short].find((name = '') => readEvent(name, names).ok) ?? (long || short);
    return { line: lines[index] ?? 1, values: { ...readPerson(entry), event } };
  });
  const fields = FIELDS.filter(
    (field) => NEEDED.has(field) || rows.some(({ values }) => values[field]),
  );
  for (const team of listOf(list, 'TeamEntry')) {
    reader.onTitle({ line: lineAt(text, startOf(team)), cells: ['Team', textAt(team, 'Name')] });
  }
  if (!reader.onHeader({ line: 1, cells: fields }, ',')) return undefined;
  for (const { line, values } of rows) {
    const isEnough = !reader.onRow({ line, cells: fields.map((field) => values[field] ?? '') });
    if (isEnough) break;
  }
  return undefined;
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
] as const satisfies readonly ImportField[];
type Field = (typeof FIELDS)[number];
const NEEDED: ReadonlySet<Field> = new Set(['firstName', 'lastName', 'event']);

function readPerson(entry: unknown): Partial<Record<Field, string>> {
  const phone = listOf(get(entry, 'Person'), 'Contact').find((contact) =>
    /^(Mobile)?PhoneNumber$/.test(textAt(contact, '@type')),
  );
  return {
    firstName: textAt(entry, 'Person', 'Name', 'Given'),
    lastName: textAt(entry, 'Person', 'Name', 'Family'),
    raceNumber: textAt(entry, 'ControlCard'),
    bibNumber: textAt(entry, 'BibNumber'),
    runClub: textAt(entry, 'Organisation', 'Name'),
    sex: textAt(entry, 'Person', '@sex'),
    birthDate: textAt(entry, 'Person', 'BirthDate'),
    nationality:
      textAt(entry, 'Person', 'Nationality', '@code') || textAt(entry, 'Person', 'Nationality'),
    mobileNumber: textAt(phone),
  };
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

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
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
