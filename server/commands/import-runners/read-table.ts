import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

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

/** Reads the text of a CSV file whose fields are set apart by comma, semicolon or tab. */
export function readTable(text: string): Table {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const delimiter = chooseDelimiter(lines);
  const { rows, fault } = readRows(lines, delimiter);
  const [header, ...records] = rows;
  return { delimiter, header, rows: records, fault };
}

/** The one under which the header shows the most known columns, then the most columns. */
function chooseDelimiter(text: string): string {
  const weighed = DELIMITERS.map((delimiter) => {
    const cells = readRows(text, delimiter, 1).rows[0]?.cells ?? [];
    const known = cells.filter((cell) => recogniseColumn(cell).field !== undefined).length;
    return { delimiter, weight: known * 1_000 + cells.length };
  });
  return weighed.reduce((best, next) => (next.weight > best.weight ? next : best)).delimiter;
}

function readRows(
  text: string,
  delimiter: string,
  maxRows?: number,
): { rows: TableRow[]; fault: ImportFault | undefined } {
  const rows: TableRow[] = [];
  let lastLine = 0;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      ...(maxRows === undefined ? {} : { to: maxRows }),
      on_record(cells, { lines }) {
        // The parser stands on the last line of the record; line ends inside quotes came before it.
        lastLine = lines;
        if (cells.some((cell) => cell !== '')) {
          rows.push({ line: lines - countLineEnds(cells), cells });
        }
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'From this line on the quote marks do not pair, and the rest of the file was not checked. ' +
      'Write a quote mark inside a value twice, and the value in quotes: "Dai ""Bach"" Jones".';
    return { rows, fault: { line: lastLine + 1, message } };
  }
  return { rows, fault: undefined };
}

function countLineEnds(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
}
