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
  /** Where reading had to stop because quote marks do not pair. */
  readonly fault: ImportFault | undefined;
}

const DELIMITERS = [',', ';', '\t'] as const;

/** Bytes read at a stretch: whoever else is served waits for milliseconds, not for the file. */
const STRETCH_BYTES = 64 * 1024;

/** Reads the text of a CSV file whose fields are set apart by comma, semicolon or tab. */
export async function readTable(text: string): Promise<Table> {
  const bytes = Buffer.from(text.replaceAll(/\r\n?/g, '\n'));
  const delimiter = await chooseDelimiter(bytes);
  const { rows, fault } = await readRows(bytes, delimiter);
  const [header, ...records] = rows;
  return { delimiter, header, rows: records, fault };
}

/** The one under which the header shows the most known columns, then the most columns. */
async function chooseDelimiter(bytes: Buffer): Promise<string> {
  const weighed = await Promise.all(
    DELIMITERS.map(async (delimiter) => {
      const cells = (await readRows(bytes, delimiter, 1)).rows[0]?.cells ?? [];
      const known = cells.filter((cell) => recogniseColumn(cell).field !== undefined).length;
      return { delimiter, weight: known * 1_000 + cells.length };
    }),
  );
  return weighed.reduce((best, next) => (next.weight > best.weight ? next : best)).delimiter;
}

async function readRows(
  bytes: Buffer,
  delimiter: string,
  maxRows = Infinity,
): Promise<{ rows: TableRow[]; fault: ImportFault | undefined }> {
  const rows: TableRow[] = [];
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
      if (rows.length < maxRows && cells.some((cell) => cell !== '')) {
        rows.push({ line: lines - countLineEnds(cells), cells });
      }
      return null;
    },
  });
  try {
    await pipeline(Readable.from(inStretches(bytes, () => rows.length >= maxRows)), parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'From this line on the quote marks do not pair, and the rest of the file was not checked. ' +
      'Write a quote mark inside a value twice, and the value in quotes: "Dai ""Bach"" Jones".';
    return { rows, fault: { line: lastLine + 1, message } };
  }
  return { rows, fault: undefined };
}

async function* inStretches(bytes: Buffer, isEnough: () => boolean): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length && !isEnough(); from += STRETCH_BYTES) {
    yield bytes.subarray(from, from + STRETCH_BYTES);
    await turn();
  }
}

function countLineEnds(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}
