import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServerConfig } from '#server/config/config.ts';
import { SettingError } from '#server/config/read-setting.ts';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { OtherSchemaError } from '#server/store/record-schema.ts';
import { codeOf, messageOf } from '#server/system/errors.mjs';
import { describeRedis } from '#server/system/redis-address.mjs';
import { escapeText } from '#shared/model/text-rules.ts';

/** How long a command waits for a Redis that does not answer. */
const CONNECT_MS = 5_000;

/** Runs `task` on the record of the race; without a Redis it throws a {@link CommandError}. */
export async function withStore<T>(
  { redis, raceKey }: ServerConfig,
  task: (store: RaceStore) => Promise<T>,
): Promise<T> {
  const store = new RaceStore(redis, raceKey, createLogger('silent'));
  const host = describeRedis(redis);
  try {
    await connectInTime(store, host);
    // Refuses a record of another schema.
    await store.readHead();
    return await task(store);
  } catch (error) {
    if (error instanceof OtherSchemaError) throw new CommandError(error.message, { cause: error });
    if (store.isConnected || error instanceof CommandError) throw error;
    throw new CommandError(
      `Redis at ${host} went away. What was being written may or may not be stored: run this again.`,
      { cause: error },
    );
  } finally {
    store.close();
  }
}

async function connectInTime(store: RaceStore, host: string): Promise<void> {
  const giveUp = new AbortController();
  const connected = store.connect().then(() => true);
  const tooLate = delay(CONNECT_MS, false, { signal: giveUp.signal });
  // The slower of the two is aborted, and its error does not matter.
  connected.catch(() => undefined);
  tooLate.catch(() => undefined);
  const isConnected = await Promise.race([connected, tooLate]);
  giveUp.abort();
  if (!isConnected) {
    throw new CommandError(
      `Redis at ${host} does not answer. Look whether it runs, and whether REDIS_URL is right ` +
        `(${describeCause(store.lastError)}).`,
    );
  }
}

/** The first cause says more than what followed from it. */
function describeCause(error: unknown): string {
  if (error instanceof Error && error.cause) return `${error.message}: ${messageOf(error.cause)}`;
  return messageOf(error ?? 'no answer');
}

/** A command that cannot do what it was asked; the message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Does something on a disk; one that is full, missing or not writable is a {@link CommandError} in the words of `explain`. */
export async function explainDisk<T>(
  work: () => Promise<T>,
  explain: (reason: string) => string,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new CommandError(explain(error.message), { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'reading it is not allowed',
  ERR_FS_FILE_TOO_LARGE: 'it is far too large',
};

/** The bytes of a named file; throws a {@link CommandError} if it cannot be read. */
export async function readGivenFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path} cannot be read: ${REASONS[code] ?? message}.`, {
      cause: error,
    });
  }
}

export async function readGivenText(path: string): Promise<string> {
  return new TextDecoder().decode(await readGivenFile(path));
}

/** The JSON of a named file; throws a {@link CommandError} for anything else. */
export async function readGivenJson(path: string): Promise<unknown> {
  const text = await readGivenText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandError(`${path} is not JSON: ${escapeText(error.message)}`, { cause: error });
  }
}

/** Prints why nothing of a file was taken, and returns the exit status. */
export function tellFaults(
  file: string,
  faults: readonly { readonly path: string; readonly message: string }[],
): number {
  console.error(
    `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
  );
  for (const { path, message } of faults) console.error(`${escapeText(path) || file}: ${message}`);
  return 1;
}

/** The first line of the input, unchanged; throws a {@link CommandError} without one. */
export async function readPasswordLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  throw new CommandError('There was no password on standard input: send it as one line.');
}

/** The command line is wrong; nothing was tried. */
const USAGE_STATUS = 2;

export type AnswerAtOnce = { readonly help: string } | { readonly mistake: string };

/** Prints it and returns the exit status. */
export function answerAtOnce(answer: AnswerAtOnce): number {
  if ('help' in answer) {
    console.log(answer.help);
    return 0;
  }
  console.error(answer.mistake);
  return USAGE_STATUS;
}

export interface CommandLineOptions {
  readonly usage: string;
  /** More errors whose message says all. */
  readonly expected?: readonly (abstract new (...args: never) => Error)[];
}

/** Runs a command and returns its exit status. Prints expected errors; rethrows any other. */
export async function runToStatus(
  main: () => Promise<number>,
  { usage, expected = [] }: CommandLineOptions,
): Promise<number> {
  try {
    return await main();
  } catch (error) {
    if ([CommandError, SettingError, ...expected].some((kind) => error instanceof kind)) {
      console.error((error as Error).message);
      return 1;
    }
    const code = codeOf(error) ?? '';
    if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS')) {
      console.error(`${error.message}\n\n${usage}`);
      return USAGE_STATUS;
    }
    // The reader of the output has closed it, as `head` does: nobody is left to read a message.
    if (code === 'EPIPE') return 1;
    throw error;
  }
}
