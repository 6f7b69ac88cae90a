import { setImmediate as yieldToOthers } from 'node:timers/promises';

import { createEventNames } from '#server/race/runner-fields.ts';
import { foldBib } from '#shared/format/fold-text.ts';
import { coursesOf } from '#shared/model/courses.ts';
import { splitName } from '#shared/model/full-name.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { ok } from '#shared/model/outcome.ts';
import { cleanText, quoteGiven, spellingKey } from '#shared/model/text-rules.ts';
import type { StartFrame } from '#shared/scoring/read-own-start.ts';
import {
  type EncodingReading,
  type ImportField,
  MAX_NAMES_SHOWN,
} from '#shared/wire/import-api.ts';

import { NAME_FIELDS, recogniseColumn } from './column-names.ts';
import { decodeText, isXml, type ReadEncoding } from './decode-text.ts';
import { chooseSamples, describeColumns, describeRunners } from './import-notes.ts';
import { FaultList, type ImportOutcome, type NewRunner } from './import-outcome.ts';
import { NO_MAPPING, type ReadingMap } from './parse-mapping.ts';
import { readEntryList } from './read-entry-list.ts';
import { type LineOfBand, readRunnerRow } from './read-runner-row.ts';
import {
  describeColumnCount,
  MAX_ROWS,
  readTable,
  type Table,
  type TableRow,
} from './read-table.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';
import { CategoryColumn, EventColumn } from './value-columns.ts';

/** The most of a name that a preview shows for its letters. */
const MAX_LETTERS = 200;
/** Rows checked before others have their turn. */
const ROWS_AT_ONCE = 500;

export interface ImportOptions {
  readonly setup: string;
  /** The configured names of the distances, in the order of the events. */
  readonly distances: readonly string[];
  /** The day on which each event starts, `2026-06-20`; today where none is set. */
  readonly raceDays: Readonly<Record<EventCode, string>>;
  /** The start of the race is set, so that ages are those on race day. */
  readonly isRaceDayKnown: boolean;
  readonly timeZone: string;
  /** By event: what own starts are understood by (RULES.md ST13). */
  readonly starts: Readonly<Record<EventCode, StartFrame>>;
  /** The organiser's choices about the columns, events and categories of this file. */
  readonly mapping?: ReadingMap;
  readonly wornBands?: readonly string[];
  /** By folded bib, the events of the present entries, where that is one event. */
  readonly eventsByBib?: ReadonlyMap<string, EventCode>;
  readonly privateNow?: number;
  /** Somebody sees the outcome before it counts, so that open questions can be faults. */
  readonly isPreview?: boolean;
  /** The rows are added to the present entries, which have what the file does not say. */
  readonly isMerge?: boolean;
}

/** One file at a time, so that the memory is bounded however many are sent. */
let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Reads the CSV file of the runners (IMPORT.md IM1) as spreadsheet programs and registration services write it, or a
 * list of entries in XML (IM45). Either every line is good, or all faults come back by line; it never rejects for the
 * content of a file, only with a `MappingError` for a mapping that does not fit it. Others have their turns while it
 * reads (IM3).
 */
export function readRunners(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const reading = lastReading.then(() => read(bytes, options));
  lastReading = reading.catch(() => undefined);
  return reading;
}

async function read(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const decoded = decodeText(bytes, options.mapping?.encoding);
  if (!decoded.ok) return refuse(options, decoded.error);
  const { text } = decoded.value;
  if (!isXml(text)) return readRows(await readTable(text), decoded.value, options);
  const table = await readEntryList(text, options);
  return table.ok ? readRows(table.value, decoded.value, options) : refuse(options, table.error);
}

/** The outcome for a fault of the file before any of its columns is known. */
function refuse(
  { wornBands = [], ...race }: ImportOptions,
  message: string,
  { line = 1, encoding = null }: { line?: number; encoding?: EncodingReading | null } = {},
): ImportOutcome {
  const faults = new FaultList();
  faults.add(line, message);
  return {
    runners: [],
    lines: [],
    events: coursesOf(race).byEvent(() => 0),
    bandsWiped: wornBands.length,
    encoding,
    columns: [],
    eventValues: [],
    moreEventValues: 0,
    categoryValues: [],
    moreCategoryValues: 0,
    openDates: null,
    notes: [],
    samples: [],
    ...faults.list(),
  };
}

async function readRows(
  { header, delimiter, rows, skipped, fault }: Table,
  encoding: ReadEncoding,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { mapping = NO_MAPPING, isMerge = false, isPreview = false } = options;
  if (!header) {
    const empty = 'The file is empty: it needs a header line and a line for each runner.';
    const reading = describeReading(encoding, []);
    return refuse(options, fault?.message ?? empty, { ...fault, encoding: reading });
  }
  const faults = new FaultList();
  const columns = recogniseHeader(header, { mapping, isMerge }, faults);
  const courses = coursesOf(options);
  const positions = findPositions(columns);
  const cellOf = ({ cells }: TableRow, field: ImportField): string => cells[positions[field]] ?? '';
  const hasNames = NAME_FIELDS.some((field) => positions[field] !== -1);
  const good = faults.isEmpty ? rows.filter(({ cells }) => cells.length === columns.length) : [];
  const events = new EventColumn(createEventNames(options.distances, courses), mapping);
  const birthDates = good.map((row) => cellOf(row, 'birthDate'));
  const categories = new CategoryColumn(columns, birthDates, mapping, options);
  const bands: LineOfBand = new Map();
  const runners: NewRunner[] = [];
  const lines: number[] = [];
  const teamLines = new Set<number>();
  const lettered: string[] = [];
  let guessedNames = 0;

  const findEvent = (row: TableRow) => {
    const { allEvent, events: said } = mapping;
    const isSaid = cellOf(row, 'event').trim() !== '' || allEvent !== undefined || said.has('');
    // In a merge, that of the entry with the bib.
    const entered =
      isMerge && !isSaid ? options.eventsByBib?.get(foldBib(cellOf(row, 'bibNumber'))) : undefined;
    const event = entered === undefined ? events.read(cellOf(row, 'event')) : ok(entered);
    return { event, isEventOfEntry: entered !== undefined };
  };

  const readRow = (row: TableRow): void => {
    const { line, cells } = row;
    const cell = (field: ImportField): string => cellOf(row, field);
    for (const field of [...NAME_FIELDS, 'runClub'] as const) {
      const name = cell(field);
      if (lettered.length < MAX_NAMES_SHOWN && /[^\p{ASCII}]/u.test(name))
        lettered.push(name.slice(0, MAX_LETTERS));
    }
    const { event, isEventOfEntry } = findEvent(row);
    const full = positions.fullName === -1 ? undefined : splitName(cell('fullName'));
    const reading = readRunnerRow({
      line,
      cell,
      codes: cells.filter((code, at) => columns[at]?.field === 'chips' && code.trim() !== ''),
      names: {
        firstName: full?.firstName ?? cell('firstName'),
        lastName: full?.lastName ?? cell('lastName'),
      },
      event,
      ageGroup: categories.read(cell, event.ok ? event.value : undefined),
      bands,
      race: { courses, starts: options.starts },
    });
    if (!reading.ok) {
      for (const { field, message } of reading.error) {
        if (field === 'event' || field === 'ageGroup') {
          faults.addChoice(line, message, `${field} ${spellingKey(cell(field))}`);
        } else faults.add(line, message);
      }
      return;
    }
    if (full?.isGuess) guessedNames += 1;
    const isBlank = cleanText(NAME_FIELDS.map(cell).join(' ')) === '';
    const team = isBlank ? reading.value.runClub : '';
    if (team !== '' && !isMerge) teamLines.add(line);
    runners.push({
      ...reading.value,
      ...(team !== '' && (isMerge ? { nameIfNew: team } : { lastName: team })),
      ...(isEventOfEntry && { isEventOfEntry }),
      ...(isMerge && !hasNames && { isNameOfEntry: true }),
    });
    lines.push(line);
  };

  for (const [index, row] of (faults.isEmpty ? rows : []).entries()) {
    if (index === MAX_ROWS) {
      faults.add(
        row.line,
        `There are more than ${MAX_ROWS} rows, more than any race has, and the rest of the file was not checked. Remove the rows that are not runners.`,
      );
      break;
    }
    if (row.cells.length === columns.length) readRow(row);
    else faults.add(row.line, describeColumnCount(row.cells, columns.length, delimiter));
    if (faults.isFull) {
      faults.add(row.line, 'Too many faults: the rest of the file was not checked.');
      break;
    }
    if (index % ROWS_AT_ONCE === 0) await yieldToOthers();
  }
  if (fault) faults.add(fault.line, fault.message);
  if (faults.isEmpty && runners.length === 0) {
    faults.add(header.line, 'There are no runners below the header line.');
  }
  const { openDates } = categories;
  if (openDates?.order === null && isPreview) {
    faults.addChoice(
      header.line,
      `Whether the day or the month comes first in ${quoteGiven(openDates.header)} is unclear, for example in ${quoteGiven(openDates.example)}: choose one.`,
      'dates',
    );
  }
  const isGood = faults.isEmpty;
  const taken = isGood ? runners : [];
  const given: ReadonlySet<string> = new Set(isGood ? bands.keys() : []);
  return {
    runners: taken,
    lines,
    events: courses.byEvent((event) => taken.filter((runner) => runner.event === event).length),
    bandsWiped: (options.wornBands ?? []).filter((band) => !given.has(band)).length,
    encoding: describeReading(encoding, lettered),
    // A choice between meanings can be changed.
    columns: columns.map((column) =>
      mapping.columns.has(column.header)
        ? { ...recogniseColumn(column.header), ...column }
        : column,
    ),
    ...events.listUnknown(),
    ...categories.listUnknown(),
    openDates,
    notes: isGood
      ? describeRunners({
          ...options,
          runners,
          lines,
          columns,
          skipped,
          read: encoding,
          courses,
          categories: categories.counts,
          guessedNames,
          teamLines,
        })
      : describeColumns(columns, isMerge),
    samples: chooseSamples(taken, lines),
    ...faults.list(),
  };
}

function describeReading(
  { encoding, isNamed }: ReadEncoding,
  names: readonly string[],
): EncodingReading | null {
  return isNamed || encoding === 'UTF-8' || encoding === 'UTF-16' ? null : { encoding, names };
}
