import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { yieldToOthers } from '#server/race/yield-queue.ts';

import type { WorkbookSheet } from './export-table.ts';
// oxlint-disable-next-line import/default -- bundle-threads.ts turns this import into an address
import threadAddress from './workbook-thread.ts?thread';
import type { WorkbookPart } from './workbook-thread.ts';

/** 32,000 runners need half. */
const MAX_THREAD_MB = 1_024;
/** Rows handed to the thread at once. */
const ROWS_A_TURN = 500;
/** The limit of spreadsheet programs. */
const MAX_NAME_LENGTH = 31;
const UNFIT = /[\\/?*[\]:]|\p{Cc}/gu;

/** Writes an XLSX file in a worker thread, without blocking other requests. */
export async function writeWorkbook<Row>(sheets: readonly WorkbookSheet<Row>[]): Promise<Buffer> {
  const thread = new Worker(new URL(threadAddress), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB },
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const send = (part: WorkbookPart): void => thread.postMessage(part);
  try {
    const answer = once(thread, 'message') as Promise<[Uint8Array]>;
    // Handled by the await below; an earlier failure of the thread must not count as unhandled.
    answer.catch(() => undefined);
    const names = nameSheets(sheets);
    for (const [at, { table, results }] of sheets.entries()) {
      send({ kind: 'sheet', name: names[at] ?? '', heads: table.heads.map(clean) });
      for (let from = 0; from < results.length; from += ROWS_A_TURN) {
        const part = results.slice(from, from + ROWS_A_TURN).map(table.describe);
        const rows = part.map((row) =>
          row.map((cell) => (typeof cell === 'string' ? clean(cell) : cell)),
        );
        send({ kind: 'rows', rows });
        await yieldToOthers();
      }
    }
    send({ kind: 'end' });
    const [bytes] = await answer;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  } finally {
    await thread.terminate();
  }
}

/** Makes names of sheets valid and unique. */
function nameSheets(sheets: readonly { readonly name: string }[]): string[] {
  const taken = new Set<string>();
  return sheets.map(({ name }, at) => {
    const fit = name.replaceAll(UNFIT, ' ').replaceAll(/^'|'$/g, ' ').trim();
    const cut = fit.slice(0, MAX_NAME_LENGTH).trim();
    const isFree = cut !== '' && !taken.has(cut.toLowerCase());
    const own = isFree ? cut : `${cut.slice(0, MAX_NAME_LENGTH - 4)} (${at + 1})`.trim();
    taken.add(own.toLowerCase());
    return own;
  });
}

/** XML can't contain control characters. */
function clean(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
