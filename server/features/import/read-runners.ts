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
import { decodeText, type TextEncoding } from './decode-text.ts';
import { describeColumns, describeRunners } from './import-notes.ts';
import { type Fault, type ImportOutcome, type NewRunner, sumUpFaults } from './import-outcome.ts';
import { NO_MAPPING, type ReadingMap } from './parse-mapping.ts';
import { type LineOfBand, readRunnerRow } from './read-runner-row.ts';
import { describeColumnCount, readTable, type Table, type TableRow } from './read-table.ts';
import { findPositions, recogniseHeader } from './recognise-header.ts';
import { CategoryColumn, EventColumn } from './value-columns.ts';

/** Characters of a name in a preview of the encoding. */
const MAX_LETTERS = 200;
/** Rows checked before yielding to other requests. */
const ROWS_AT_ONCE = 500;

export interface ImportOptions {
  readonly setup: string;
  /** The configured names of the distances, in the order of the events. */
  readonly distances: readonly string[];
  /** The day on which each event starts, `2026-06-20`; today if unset. */
  readonly raceDays: Readonly<Record<EventCode, string>>;
  /** The reference for reading own starts, by event (RULES.md ST13). */
  readonly starts: Readonly<Record<EventCode, StartFrame>>;
  /** The organiser's choices about the columns, events and categories of this file. */
  readonly mapping?: ReadingMap;
  readonly wornBands?: readonly string[];
  /** By folded bib, the event of the current entries; bibs of several events are left out. */
  readonly eventsByBib?: ReadonlyMap<string, EventCode>;
  readonly privateNow?: number;
  /** Rows are merged into the current entries, so fields may be missing. */
  readonly isMerge?: boolean;
}

/** One file at a time, which bounds the memory. */
let lastReading: Promise<unknown> = Promise.resolve();

/**
 * Reads a CSV file of runners (IMPORT.md IM1) as spreadsheet programs and registration services write it. The outcome has
 * either the runners or the faults by line. Yields to other requests (IM3).
 */
export function readRunners(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const reading = lastReading.then(() => read(bytes, options));
  lastReading = reading.catch(() => undefined);
  return reading;
}

async function read(bytes: Uint8Array, options: ImportOptions): Promise<ImportOutcome> {
  const decoded = decodeText(bytes, options.mapping?.encoding);
  return decoded.ok
    ? readRows(await readTable(decoded.value.text), decoded.value.encoding, options)
    : readRows({ ...NO_TABLE, fault: { line: 1, message: decoded.error } }, undefined, options);
}

const NO_TABLE: Table = { header: undefined, delimiter: '', rows: [], skipped: [] };
const EMPTY: Fault = {
  line: 1,
  message: 'The file is empty: it needs a header line and a line for each runner.',
};

async function readRows(
  { header, delimiter, rows, skipped, fault }: Table,
  encoding: TextEncoding | undefined,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const { mapping = NO_MAPPING, isMerge = false } = options;
  const faults: Fault[] = [];
  const columns = header ? recogniseHeader(header, { mapping, isMerge }, faults) : [];
  const courses = coursesOf(options);
  const positions = findPositions(columns);
  const cellOf = ({ cells }: TableRow, field: ImportField): string => cells[positions[field]] ?? '';
  const hasNames = NAME_FIELDS.some((field) => positions[field] !== -1);
  const good =
    faults.length === 0 ? rows.filter(({ cells }) => cells.length === columns.length) : [];
  const events = new EventColumn(createEventNames(options.distances, courses), mapping);
  const birthDates = good.map((row) => cellOf(row, 'birthDate'));
  const categories = new CategoryColumn(columns, birthDates, mapping, options);
  const bands: LineOfBand = new Map();
  const runners: NewRunner[] = [];
  const lines: number[] = [];
  const accented: string[] = [];

  const findEvent = (row: TableRow) => {
    const given = cellOf(row, 'event');
    const entered =
      isMerge && given.trim() === ''
        ? options.eventsByBib?.get(foldBib(cellOf(row, 'bibNumber')))
        : undefined;
    return {
      event: entered ? ok(entered) : events.read(given),
      isEventOfEntry: entered !== undefined,
    };
  };

  const readRow = (row: TableRow): void => {
    const { line, cells } = row;
    const cell = (field: ImportField): string => cellOf(row, field);
    for (const field of [...NAME_FIELDS, 'runClub'] as const) {
      const name = cell(field);
      if (accented.length < MAX_NAMES_SHOWN && /[^\p{ASCII}]/u.test(name))
        accented.push(name.slice(0, MAX_LETTERS));
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
        const isChoice = field === 'event' || field === 'ageGroup';
        const choice = isChoice ? `${field} ${spellingKey(cell(field))}` : undefined;
        faults.push({ line, message, ...(choice && { choice }) });
      }
      return;
    }
    const isBlank = cleanText(NAME_FIELDS.map(cell).join(' ')) === '';
    const team = isBlank ? reading.value.runClub : '';
    runners.push({
      ...reading.value,
      ...(team !== '' && (isMerge ? { nameIfNew: team } : { lastName: team })),
      ...(isEventOfEntry && { isEventOfEntry }),
      ...(isMerge && !hasNames && { isNameOfEntry: true }),
    });
    lines.push(line);
  };

  for (const [index, row] of (faults.length === 0 ? rows : []).entries()) {
    if (row.cells.length === columns.length) readRow(row);
    else {
      const message = describeColumnCount(row.cells.length, columns.length, delimiter);
      faults.push({ line: row.line, message });
    }
    if (index % ROWS_AT_ONCE === 0) await yieldToOthers();
  }
  if (fault || !header) faults.push(fault ?? EMPTY);
  else if (faults.length === 0 && runners.length === 0) {
    faults.push({ line: header.line, message: 'There are no runners below the header line.' });
  }
  const { openDates } = categories;
  if (header && openDates?.order === null) {
    const [column, example] = [openDates.header, openDates.example].map(quoteGiven);
    const message = `Whether the day or the month comes first in ${column} is unclear, for example in ${example}: choose one, or call the column “Date of birth (dd/mm/yyyy)”.`;
    faults.push({ line: header.line, message, choice: 'dates' });
  }
  const encodingReading = describeReading(encoding, accented);
  const isGood = faults.length === 0;
  const taken = isGood ? runners : [];
  const given: ReadonlySet<string> = new Set(isGood ? bands.keys() : []);
  return {
    runners: taken,
    lines,
    events: courses.byEvent((event) => taken.filter((runner) => runner.event === event).length),
    bandsWiped: (options.wornBands ?? []).filter((band) => !given.has(band)).length,
    encoding: encodingReading,
    // Keep `asks` for a mapped column, so that the choice can be changed.
    columns: columns.map((column) =>
      mapping.columns.has(column.header)
        ? { ...recogniseColumn(column.header), ...column }
        : column,
    ),
    eventValues: events.listUnknown(),
    categoryValues: categories.listUnknown(),
    openDates,
    notes: isGood
      ? describeRunners({
          ...options,
          runners,
          lines,
          columns,
          skipped,
          encoding: encodingReading,
          courses,
          categories: categories.counts,
        })
      : describeColumns(columns, isMerge),
    ...sumUpFaults(faults),
  };
}

/** Null if the encoding is certain, or nothing was decoded. */
function describeReading(
  encoding: TextEncoding | undefined,
  names: readonly string[],
): EncodingReading | null {
  if (encoding === undefined || encoding === 'UTF-8' || encoding === 'UTF-16') return null;
  return { encoding, names };
}
