import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';

import { CsvError, parse } from 'csv-parse';

import { recogniseColumn } from './column-names.ts';
import type { ImportFault } from './import-outcome.ts';

/** A record of the file and the line on which it begins, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The header, then the records under it; blank lines and rows of blank cells are left out. */
export interface Table {
  readonly delimiter: string;
  readonly header: TableRow | undefined;
  readonly rows: readonly TableRow[];
  /** Where reading had to stop: quote marks do not pair, or a row is far too wide. */
  readonly fault: ImportFault | undefined;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** The first line of a file by which a spreadsheet program is told the delimiter. */
const DELIMITER_LINE = /^"?sep=([,;\t|])"?(?=\n|$)/i;

/** Far more than exports have that give the answer to each question of an entry form a column. */
const MAX_COLUMNS = 500;

const LINE_FEED = 0x0a;

/** Bytes read at a stretch: whoever else is served waits for milliseconds, not for the file. */
const STRETCH_BYTES = 64 * 1024;

/** Reads the text of a CSV file whose fields are set apart by comma, semicolon, tab or vertical bar. */
export async function readTable(text: string): Promise<Table> {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const told = DELIMITER_LINE.exec(lines)?.[1];
  // The line that told it is left blank, so that the others keep their numbers.
  const bytes = Buffer.from(told === undefined ? lines : lines.replace(DELIMITER_LINE, ''));
  const delimiter = told ?? (await chooseDelimiter(bytes));
  const wideLine = findWideLine(bytes, delimiter);
  if (wideLine !== undefined) {
    return { delimiter, header: undefined, rows: [], fault: tooWide(wideLine) };
  }
  const { rows, fault } = await readRows(bytes, delimiter);
  const [header, ...records] = rows;
  return { delimiter, header, rows: records, fault };
}

/** So much of a file is looked at to find its delimiter: no header is longer. */
const HEADER_BYTES = 256 * 1024;

/** The one under which the header shows the most known columns, then the most columns. */
async function chooseDelimiter(bytes: Buffer): Promise<string> {
  const beginning = bytes.subarray(0, HEADER_BYTES);
  const weighed = await Promise.all(
    DELIMITERS.map(async (delimiter) => {
      const { rows, widest } = await readRows(beginning, delimiter, 1);
      const cells = rows[0]?.cells ?? [];
      const known = cells.filter((cell) => recogniseColumn(cell).field !== undefined).length;
      return { delimiter, weight: known * 1_000 + Math.min(widest, MAX_COLUMNS) };
    }),
  );
  return weighed.reduce((best, next) => (next.weight > best.weight ? next : best)).delimiter;
}

async function readRows(
  bytes: Buffer,
  delimiter: string,
  maxRows = Infinity,
): Promise<{ rows: TableRow[]; widest: number; fault: ImportFault | undefined }> {
  const rows: TableRow[] = [];
  let widest = 0;
  let fault: ImportFault | undefined;
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    on_record(cells: string[], { lines }) {
      // The parser stands on the last line of the record; line ends inside quotes came before it.
      lastLine = lines;
      if (fault || rows.length >= maxRows) return null;
      const line = lines - countLineEnds(cells);
      widest = Math.max(widest, cells.length);
      if (cells.length > MAX_COLUMNS) fault = tooWide(line);
      else if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
      return null;
    },
  });
  try {
    await pipeline(
      Readable.from(inStretches(bytes, () => fault !== undefined || rows.length >= maxRows)),
      parser,
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'From this line on the quote marks do not pair, and the rest of the file was not checked. ' +
      'Write a quote mark inside a value twice, and the value in quotes: "Dai ""Bach"" Jones".';
    return { rows, widest, fault: { line: lastLine + 1, message } };
  }
  return { rows, widest, fault };
}

async function* inStretches(bytes: Buffer, isEnough: () => boolean): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length && !isEnough(); from += STRETCH_BYTES) {
    yield bytes.subarray(from, from + STRETCH_BYTES);
    await turn();
  }
}

function countLineEnds(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    if (cell.includes('\n')) count += cell.split('\n').length - 1;
  }
  return count;
}

/**
 * The first line that has more delimiters than any row, in quotes or not: a
 * parser that meets it keeps everybody waiting for what it makes of it.
 */
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

function tooWide(line: number): ImportFault {
  const message =
    `There are more than ${MAX_COLUMNS} columns here, which no list of runners has, ` +
    'and the rest of the file was not checked. Take out this line, or columns that are not needed.';
  return { line, message };
}
