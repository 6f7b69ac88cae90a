import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

import { CsvError, parse } from 'csv-parse';

import { recogniseColumn } from './column-names.ts';
import type { Fault } from './import-outcome.ts';

/** A record of the file and its first line, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Table {
  /** Undefined in an empty file. */
  readonly header: TableRow | undefined;
  readonly delimiter: string;
  readonly rows: readonly TableRow[];
  /** A title above the header, totals below the rows. */
  readonly skipped: readonly TableRow[];
  /** Where reading stopped: at unpaired quotes, or a row far too wide or too long. */
  readonly fault?: Fault | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Far above exports with a column for each question of an entry form. */
const MAX_COLUMNS = 500;
/** In bytes: an answer in an entry form can be a page long. */
const MAX_RECORD_LENGTH = 256 * 1024;
/** Bounds the memory for a file, far above any race. */
const MAX_ROWS = 100_000;
/** Records allowed above the header. */
const MAX_TITLES = 4;
/** Totals allowed at the end. */
const MAX_TOTAL_ROWS = 3;

/** Bytes or characters read before yielding to other requests. */
const STRETCH_LENGTH = 16 * 1024;

/** Reads a CSV file with commas, semicolons, tabs or vertical bars, omitting blank rows. */
export async function readTable(text: string): Promise<Table> {
  const bytes = Buffer.from(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
  const beginning = bytes.subarray(0, MAX_RECORD_LENGTH);
  const delimiter = await chooseDelimiter(beginning);
  const headerAt = findHeader((await readRecords(beginning, delimiter, MAX_TITLES + 1)).rows);
  const end = headerAt + 1 + MAX_ROWS;
  const { rows: all, fault } = await readRecords(bytes, delimiter, end + 1);
  const rows = all.slice(headerAt + 1, end);
  const totals = countTotals(rows);
  return {
    header: all[headerAt],
    delimiter,
    rows: rows.slice(0, rows.length - totals),
    skipped: [...all.slice(0, headerAt), ...rows.slice(rows.length - totals)],
    fault: all[end] ? { line: all[end].line, message: TOO_MANY_ROWS } : fault,
  };
}

/** Picks the delimiter that yields the most known columns, then the most columns. */
async function chooseDelimiter(beginning: Buffer): Promise<string> {
  let [best, most]: [string, number] = [',', -1];
  for (const delimiter of DELIMITERS) {
    const { rows, fault } = await readRecords(beginning, delimiter, MAX_TITLES + 1);
    const weights = rows.map(
      ({ cells }) => countKnown(cells) * 1_000 + Math.min(cells.length, MAX_COLUMNS),
    );
    const weight = Math.max(fault ? MAX_COLUMNS : 0, ...weights);
    if (weight > most) [best, most] = [delimiter, weight];
  }
  return best;
}

/** The index of the first record with a known column if it has at least two; otherwise 0. */
function findHeader(rows: readonly TableRow[]): number {
  const known = rows.map(({ cells }) => countKnown(cells));
  const header = known.findIndex((count) => count > 0);
  return (known[header] ?? 0) > 1 ? header : 0;
}

function countKnown(cells: readonly string[]): number {
  return cells.filter((cell) => recogniseColumn(cell).field !== '').length;
}

const TOTAL_WORDS =
  /^((grand |sub-?)?totals?|sum|count|number of (runners|entries|entrants)|entries|cyfanswm)\b/i;

/** Counts the rows at the end that are a word for a total followed by numbers only. */
function countTotals(rows: readonly TableRow[]): number {
  const last = rows.findLastIndex(({ cells }) => {
    const [first = '', ...rest] = cells.filter((cell) => cell !== '');
    return !TOTAL_WORDS.test(first) || !rest.every((cell) => /^[\d.,%£€$ ]+$/.test(cell));
  });
  const totals = rows.length - 1 - last;
  return totals > MAX_TOTAL_ROWS ? 0 : totals;
}

/** At most `most` records that are not blank, and the fault at which reading stopped. */
async function readRecords(
  bytes: Buffer,
  delimiter: string,
  most: number,
): Promise<{ readonly rows: readonly TableRow[]; readonly fault?: Fault }> {
  const rows: TableRow[] = [];
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
    on_record(cells: string[], { lines }) {
      // `lines` is the last line of the record; subtract the line ends inside quotes.
      lastLine = lines;
      const line = lines - cells.join('').split('\n').length + 1;
      if (cells.length > MAX_COLUMNS) throw new StopReading({ line, message: TOO_LARGE });
      if (cells.some((cell) => cell !== '') && rows.push({ line, cells }) === most) {
        throw new StopReading();
      }
      return null;
    },
  });
  try {
    await pipeline(Readable.from(inStretches(bytes)), parser);
    return { rows };
  } catch (error) {
    if (error instanceof StopReading) return error.fault ? { rows, fault: error.fault } : { rows };
    if (!(error instanceof CsvError)) throw error;
    const message = error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_LARGE : UNPAIRED;
    return { rows, fault: { line: lastLine + 1, message } };
  }
}

/** Thrown in a callback: the only way to end the parser early. */
class StopReading extends Error {
  override readonly name = 'StopReading';
  readonly fault: Fault | undefined;

  constructor(fault?: Fault) {
    super('Enough was read.');
    this.fault = fault;
  }
}

async function* inStretches(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += STRETCH_LENGTH) {
    yield bytes.subarray(from, from + STRETCH_LENGTH);
    await yieldToOthers();
  }
}

const TOO_MANY_ROWS = `There are more than ${MAX_ROWS} rows, more than any race has, and the rest of the file was not checked. Remove the rows that are not runners.`;
const TOO_LARGE = `There are more than ${MAX_COLUMNS} columns or ${MAX_RECORD_LENGTH / 1024} kB in this row, more than any list of runners has, and the rest of the file was not checked. Look for a quote mark that is never closed, or remove the row.`;
const UNPAIRED =
  'From this line on, the quote marks do not pair up, and the rest of the file was not checked. ' +
  'Write a quote mark inside a value twice, and the value in quotes: "Dai ""Bach"" Jones".';

/** The fault of a row whose number of cells differs from the header's. */
export function describeColumnCount(found: number, expected: number, delimiter: string): string {
  const columns = found === 1 ? 'is 1 column' : `are ${found} columns`;
  const quoted = `"Muster${delimiter} Hans"`;
  return `There ${columns} here, but ${expected} in the header. Look for a missing value, or for one that needs quotes: ${quoted}.`;
}
