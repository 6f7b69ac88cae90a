import { stringify } from 'csv-stringify/sync';

import { yieldToOthers } from '#server/race/yield-queue.ts';
import { formatClock } from '#shared/format/format-time.ts';
import { SECOND_MS } from '#shared/model/time.ts';

import type { Cell, ExportTable } from './export-table.ts';

/** Marks the text as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';

/** This many rows take some ten milliseconds: each runner is scored again. */
const ROWS_A_TURN = 500;

/**
 * Writes the table as CSV (RFC 4180) while others have their turns. No cell is a formula to a spreadsheet. `isBare`
 * leaves out the byte order mark, for readers that would take it for a part of the first heading.
 */
export async function writeCsv<Row>(
  table: ExportTable<Row>,
  results: readonly Row[],
  { isBare = false } = {},
): Promise<Buffer> {
  const texts = [(isBare ? '' : BOM) + write([table.heads])];
  for (let from = 0; from < results.length; from += ROWS_A_TURN) {
    if (from > 0) await yieldToOthers();
    texts.push(write(results.slice(from, from + ROWS_A_TURN).map(table.describe)));
  }
  return Buffer.from(texts.join(''));
}

function write(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(textOf)),
    { record_delimiter: 'windows', escape_formulas: true },
  );
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  const time = formatClock(cell.seconds * SECOND_MS, 'down');
  return cell.hasTenths ? `${time}.${Math.floor((cell.seconds * 10) % 10)}` : time;
}
