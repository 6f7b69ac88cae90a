import { parentPort, workerData } from 'node:worker_threads';

import type { ImportReading, NewRunner } from './import-outcome.ts';
import { MappingError } from './parse-mapping.ts';
import type { ImportOptions } from './runners-reader.ts';
import { readRunners } from './read-runners.ts';
import type { DecodedText } from './text-encoding.ts';

export interface ThreadTask {
  readonly decoded: DecodedText;
  readonly options: ImportOptions;
}

export type ThreadAnswer =
  | { readonly kind: 'reading'; readonly reading: ImportReading }
  | { readonly kind: 'mapping-error'; readonly message: string };

/** Runners in one message: the receiver is busy for a millisecond or two. */
const STEP = 1_000;

/** Reads one file; then answers each request with the next runners, and the last with none. */
async function run(): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a thread.');
  const { decoded, options } = workerData as ThreadTask;
  try {
    const outcome = await readRunners(decoded, options);
    if (outcome.ok) {
      const { runners, ...reading } = outcome;
      let from = 0;
      port.on('message', () => {
        port.postMessage(runners.slice(from, from + STEP) satisfies readonly NewRunner[]);
        from += STEP;
      });
      port.postMessage({ kind: 'reading', reading } satisfies ThreadAnswer);
    } else {
      port.postMessage({ kind: 'reading', reading: outcome } satisfies ThreadAnswer);
    }
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const { message } = error;
    port.postMessage({ kind: 'mapping-error', message } satisfies ThreadAnswer);
  }
}

await run();
