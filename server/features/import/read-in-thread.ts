import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// oxlint-disable-next-line import/default -- the address that bundle-threads.ts makes of it
import threadAddress from './import-thread.ts?thread';
import { decodeText } from './decode-text.ts';
import type { ThreadAnswer, ThreadTask } from './import-thread.ts';
import type { ImportOutcome, ImportReading, NewRunner } from './import-outcome.ts';
import { MappingError } from './parse-mapping.ts';
import { failWhole, type ImportOptions } from './runners-reader.ts';

/** A file of 10 MB needs a third of it. */
const MAX_THREAD_MB = 768;

/** One file at a time, so that the memory is bounded however many are sent. */
let lastReading: Promise<unknown> = Promise.resolve();

/** The content of a file, without its runners: see `parse-runners-csv.ts`. Only the caller waits for it. */
export function readFileInThread(
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<ImportReading> {
  return queue(() => withThread(bytes, options, (_thread, reading) => Promise.resolve(reading)));
}

/** A file with its runners, which are transferred in steps that yield to others. */
export function readRunnersInThread(
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<ImportOutcome> {
  return queue(() =>
    withThread(bytes, options, async (thread, reading) =>
      reading.ok ? { ...reading, runners: await takeRunners(thread) } : reading,
    ),
  );
}

function queue<T>(read: () => Promise<T>): Promise<T> {
  const reading = lastReading.then(read);
  lastReading = reading.catch(() => undefined);
  return reading;
}

async function withThread<T>(
  bytes: Uint8Array,
  options: ImportOptions,
  use: (thread: Worker, reading: ImportReading) => Promise<T>,
): Promise<T | ImportOutcome> {
  const decoded = decodeText(bytes, options.mapping?.encoding);
  if (!decoded.ok) return failWhole(decoded.error);
  const thread = new Worker(new URL(threadAddress), {
    workerData: { decoded: decoded.value, options } satisfies ThreadTask,
    resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MB },
  });
  try {
    const answer = await hear<ThreadAnswer>(thread);
    if (answer.kind === 'mapping-error') throw new MappingError(answer.message);
    return await use(thread, answer.reading);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return failWhole(
      'The file takes more memory to read than any list of runners does. Take out what are no runners.',
    );
  } finally {
    await thread.terminate();
  }
}

async function takeRunners(thread: Worker): Promise<NewRunner[]> {
  const runners: NewRunner[] = [];
  for (;;) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    thread.postMessage('next');
    const step = await hear<readonly NewRunner[]>(thread);
    if (step.length === 0) return runners;
    runners.push(...step);
  }
}

/** The next message of the thread; rejects with the reason if the thread ends instead. */
async function hear<T>(thread: Worker): Promise<T> {
  const [message] = (await once(thread, 'message')) as [T];
  return message;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
