import { parentPort } from 'node:worker_threads';

import writeExcelFile, { type Row, type Sheet } from 'write-excel-file/node';

import type { Cell } from './export-table.ts';

/** The messages to the thread: for each sheet its name and then its rows in parts; finally the end. */
export type WorkbookPart =
  | { readonly kind: 'sheet'; readonly name: string; readonly heads: readonly string[] }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'end' };

const SECONDS_PER_DAY = 86_400;
/** In characters. */
const WIDTH = { text: 18, figure: 11 };
const FIRST_TEXTS = 8;

const sheets: Sheet<never>[] = [];
let rows: Row[] = [];

parentPort?.on('message', (part: WorkbookPart) => {
  switch (part.kind) {
    case 'sheet':
      rows = [part.heads.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))];
      sheets.push({
        data: rows,
        sheet: part.name,
        stickyRowsCount: 1,
        columns: part.heads.map((_, at) => ({
          width: at < FIRST_TEXTS ? WIDTH.text : WIDTH.figure,
        })),
      });
      break;
    case 'rows':
      for (const row of part.rows) rows.push(row.map(writeCell));
      break;
    case 'end':
      void finish();
      break;
    default:
      part satisfies never;
  }
});

/** The earliest date in ZIP, which uses local time. */
const ZIP_EPOCH_MS = new Date(1980, 0, 1).getTime();

async function finish(): Promise<void> {
  // The packer dates files by it: equal results must give equal bytes.
  Date.now = () => ZIP_EPOCH_MS;
  const file = await writeExcelFile(sheets).toBuffer();
  const bytes = Uint8Array.from(file);
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

/** Typed as text, a cell can't be a formula. */
function writeCell(cell: Cell): Row[number] {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') return { value: cell, type: String };
  if (typeof cell === 'number') return { value: cell, type: Number };
  const format = cell.hasTenths ? '[h]:mm:ss.0' : '[h]:mm:ss';
  return { value: cell.seconds / SECONDS_PER_DAY, type: Number, format };
}
