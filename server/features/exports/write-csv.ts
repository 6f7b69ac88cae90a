import { stringify } from 'csv-stringify/sync';

import { formatClock } from '#shared/format/format-time.ts';
import { SECOND_MS } from '#shared/model/time.ts';
import { ROWS_PER_STEP, type Steps } from '#shared/scoring/steps.ts';

import type { Cell, ExportTable } from './export-table.ts';

/** Tells spreadsheets that the text is UTF-8. */
const BOM = '\uFEFF';

/**
 * Writes the table as CSV (RFC 4180), a few hundred rows a step. No cell is a formula to a spreadsheet. `isBare` leaves
 * out the byte order mark, for readers that would take it for a part of the first heading.
 */
export function* writeCsv<Row>(
  table: ExportTable<Row>,
  results: readonly Row[],
  { isBare = false } = {},
): Steps<Buffer> {
  const pieces = [Buffer.from((isBare ? '' : BOM) + write([table.heads]))];
  for (let from = 0; from < results.length; from += ROWS_PER_STEP) {
    const part = results.slice(from, from + ROWS_PER_STEP);
    pieces.push(Buffer.from(write(part.map(table.describe))));
    yield;
  }
  return Buffer.concat(pieces);
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
