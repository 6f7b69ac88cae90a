import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

import { CsvError, parse } from 'csv-parse';

import { quoteGiven } from '#shared/model/text-rules.ts';

import { recogniseColumn } from './column-names.ts';
import type { ImportFault } from './import-outcome.ts';

/** A record of the file and the line on which it begins, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Receives a table row by row, so that reading can stop early. */
export interface TableReader {
  readonly onTitle: (row: TableRow) => void;
  /** The first record of the table, and its delimiter. False stops the reading. */
  readonly onHeader: (header: TableRow, delimiter: string) => boolean;
  /** Each record below it, except blank lines and rows of blank cells. False stops the reading. */
  readonly onRow: (row: TableRow) => boolean;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The first line of a file that names the delimiter for spreadsheets. */
const DELIMITER_LINE = /^"?sep=([,;\t|])"?(?=\n|$)/i;

/** Far more than exports with a column for each question of an entry form. */
const MAX_COLUMNS = 500;

/** The longest record, in characters; an answer to an entry form's question can be a page. */
const MAX_RECORD_LENGTH = 256 * 1024;

const LINE_FEED = 0x0a;

/** Bytes or characters read at a time; between two stretches others have their turn. */
export const STRETCH_LENGTH = 16 * 1024;

/**
 * Reads the text of a CSV file with commas, semicolons, tabs or vertical bars. Returns where
 * reading had to stop, if it had to: unpaired quotes, or a row that is far too wide or too long.
 */
export async function readTable(
  text: string,
  reader: TableReader,
): Promise<ImportFault | undefined> {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
  const declared = DELIMITER_LINE.exec(lines)?.[1];
  // The delimiter line becomes blank, so that the other lines keep their numbers.
  const bytes = Buffer.from(declared === undefined ? lines : lines.replace(DELIMITER_LINE, ''));
  const delimiter = declared ?? (await chooseDelimiter(bytes));
  const wideLine = findWideLine(bytes, delimiter);
  if (wideLine !== undefined) return tooWide(wideLine);
  const headerLine = await findHeaderLine(bytes, delimiter);
  let isHeaderRead = false;
  let wideRow: TableRow | undefined;
  const fault = await readRecords(bytes, delimiter, (row) => {
    if (row.cells.length > MAX_COLUMNS) {
      wideRow = row;
      return false;
    }
    if (isHeaderRead) return reader.onRow(row);
    if (row.line < headerLine) {
      reader.onTitle(row);
      return true;
    }
    isHeaderRead = true;
    return reader.onHeader(row, delimiter);
  });
  return wideRow ? tooWide(wideRow.line) : fault;
}

/** The delimiter under which the header has the most known columns, then the most columns. */
async function chooseDelimiter(bytes: Buffer): Promise<string> {
  // No header is longer.
  const beginning = bytes.subarray(0, MAX_RECORD_LENGTH);
  const weighed = await Promise.all(
    DELIMITERS.map(async (delimiter) => {
      const weights = (await readFirstRows(beginning, delimiter)).map(
        ({ cells }) => countKnown(cells) * 1_000 + Math.min(cells.length, MAX_COLUMNS),
      );
      return { delimiter, weight: Math.max(0, ...weights) };
    }),
  );
  return weighed.reduce((best, next) => (next.weight > best.weight ? next : best)).delimiter;
}

/** Records that may come before the header. */
const MAX_TITLES = 4;

async function readFirstRows(bytes: Buffer, delimiter: string): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  await readRecords(bytes, delimiter, (row) => rows.push(row) <= MAX_TITLES);
  return rows;
}

/** The line of the first record with two known columns, if no record above has any; else of the first. */
async function findHeaderLine(bytes: Buffer, delimiter: string): Promise<number> {
  const rows = await readFirstRows(bytes.subarray(0, MAX_RECORD_LENGTH), delimiter);
  const known = rows.map(({ cells }) => countKnown(cells));
  const header = known.findIndex((count) => count > 0);
  return (known[header] ?? 0) > 1 ? (rows[header]?.line ?? 1) : 1;
}

function countKnown(cells: readonly string[]): number {
  return cells.filter((cell) => recogniseColumn(cell).field !== undefined).length;
}

/** Passes on record by record until `take` returns false. */
async function readRecords(
  bytes: Buffer,
  delimiter: string,
  take: (row: TableRow) => boolean,
): Promise<ImportFault | undefined> {
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
      // The parser is at the last line of the record; line ends inside quotes came before it.
      lastLine = lines;
      if (cells.some((cell) => cell !== '')) {
        const isWanted = take({ line: lines - countLineEnds(cells), cells });
        // The parser would finish its input unless this ends it.
        if (!isWanted) throw new EnoughRead();
      }
      return null;
    },
  });
  try {
    await pipeline(Readable.from(inStretches(bytes)), parser);
  } catch (error) {
    if (error instanceof EnoughRead) return undefined;
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_MAX_RECORD_SIZE' ? tooLong(lastLine + 1) : unpaired(lastLine + 1);
  }
  return undefined;
}

/** Ends the parser when no more records are wanted. */
class EnoughRead extends Error {
  override readonly name = 'EnoughRead';
}

async function* inStretches(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += STRETCH_LENGTH) {
    yield bytes.subarray(from, from + STRETCH_LENGTH);
    await yieldToOthers();
  }
}

function countLineEnds(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (cell.includes('\n')) count += cell.split('\n').length - 1;
  }
  return count;
}

/** The first line with more delimiters than any row, in quotes or not: a parser would take long over it. */
function findWideLine(bytes: Buffer, delimiter: string): number | undefined {
  const mark = delimiter.charCodeAt(0);
  let line = 1;
  let found = 0;
  for (const byte of bytes) {
    if (byte === mark) found += 1;
    if (found > MAX_COLUMNS) return line;
    if (byte !== LINE_FEED) continue;
    line += 1;
    found = 0;
  }
  return undefined;
}

const NOT_CHECKED = 'and the rest of the file was not checked.';

function tooWide(line: number): ImportFault {
  const message =
    `There are more than ${MAX_COLUMNS} columns here, more than any list of runners has, ` +
    `${NOT_CHECKED} Remove this line, or columns that are not needed.`;
  return { line, message };
}

function tooLong(line: number): ImportFault {
  const message =
    `There are more than ${MAX_RECORD_LENGTH / 1024} kB from here to the end of the row, which no ` +
    `list of runners has, ${NOT_CHECKED} Look for a quote mark that is never closed, or remove the row.`;
  return { line, message };
}

function unpaired(line: number): ImportFault {
  const message =
    `From this line on, the quote marks do not pair up, ${NOT_CHECKED} ` +
    'Write a quote mark inside a value twice, and the value in quotes: "Dai ""Bach"" Jones".';
  return { line, message };
}

/** Rows at the end that may be totals. */
export const MAX_TOTAL_ROWS = 3;
const TOTAL_WORDS =
  /^((grand |sub-?)?totals?|sum|count|number of (runners|entries|entrants)|entries|cyfanswm)\b/i;

/** Whether a row gives the totals of those above: a word for that, and only numbers. */
export function isTotals(cells: readonly string[]): boolean {
  const [first = '', ...rest] = cells.filter((cell) => cell !== '');
  return TOTAL_WORDS.test(first) && rest.every((cell) => /^[\d.,%£€$ ]+$/.test(cell));
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'a comma',
  ';': 'a semicolon',
  '\t': 'a tab',
  '|': 'a vertical bar',
};

/** The fault of a row whose number of cells differs from the header's. */
export function describeColumnCount(
  cells: readonly string[],
  expected: number,
  delimiter: string,
): string {
  const found = cells.length;
  const word = DELIMITER_WORDS[delimiter] ?? delimiter;
  const hint =
    found > expected
      ? `If a value holds ${word}, put it in quotes: "Muster${delimiter} Hans".`
      : `Look for a missing value, or for ${word} that is missing.`;
  // A line of one value is often outside the table: a remark, or a web page saved with it.
  const columns =
    found === 1 ? `is 1 column here, ${quoteGiven(cells[0] ?? '')},` : `are ${found} columns here,`;
  return `There ${columns} but ${expected} in the header. ${hint}`;
}
