import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import type { ServerConfig } from '#server/config/config.ts';
import { SettingError } from '#server/config/read-setting.ts';
import { createLogger } from '#server/observe/logger.ts';
import { RaceStore } from '#server/store/race-store.ts';
import { OtherSchemaError } from '#server/store/record-schema.ts';
import { BusyRecordError } from '#server/store/record-unavailable.ts';
import { CommandError, readGivenText } from '#server/system/command-error.ts';
import { codeOf, messageOf } from '#server/system/errors.mjs';
import { Refusal } from '#server/system/refusal.ts';
import { describeRedis } from '#server/config/redis-settings.ts';
import { escapeText, quoteGiven } from '#shared/model/text-rules.ts';

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
  const connected = store.connect().then(() => true);
  // After the timeout an error is ignored.
  connected.catch(() => undefined);
  const isConnected = await Promise.race([connected, delay(CONNECT_MS, false, { ref: false })]);
  if (!isConnected) {
    throw new CommandError(
      `Redis at ${host} does not answer. Check that it runs, and that REDIS_URL is right ` +
        `(${describeWithCause(store.lastError)}).`,
    );
  }
}

/** A cause explains more than the error. */
function describeWithCause(error: unknown): string {
  if (error instanceof Error && error.cause) return `${error.message}: ${messageOf(error.cause)}`;
  return messageOf(error ?? 'no answer');
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

/** Prints the faults of a refused file, and returns the exit status. */
export function printFaults(
  file: string,
  faults: readonly { readonly path: string; readonly message: string }[],
): number {
  console.error(
    `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}. Nothing was changed.`,
  );
  for (const { path, message } of faults) console.error(`${escapeText(path) || file}: ${message}`);
  return 1;
}

/** The first line of the input; throws a {@link CommandError} without one. */
export async function readPasswordLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
  }
  throw new CommandError('There was no password on standard input: send it as one line.');
}

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ readonly options: O }>>['values'];

/** What may follow the name of a command. */
export interface CommandShape<O extends Options> {
  /** The number of words, at least and at most. */
  readonly words: readonly [least: number, most: number];
  /** The words in a sentence: `one file`. */
  readonly takes: string;
  readonly options?: readonly (keyof O)[];
  /** A further condition, which `takes` states as well. */
  readonly isRight?: (words: readonly string[], values: Values<O>) => boolean;
}

/** One of the programs `race` and `organiser`. */
export interface Program<O extends Options, Command extends CommandShape<O>> {
  readonly usage: string;
  readonly options: O;
  readonly commands: Readonly<Record<string, Command>>;
}

/** Errors that are reported by their message alone. */
const EXPECTED = [CommandError, SettingError, Refusal, BusyRecordError];

/** The exit status for a wrong command line: nothing was tried. */
const USAGE_STATUS = 2;

/** Runs a program and returns its exit status. Prints expected errors; rethrows any other. */
export async function runProgram<O extends Options, Command extends CommandShape<O>>(
  args: readonly string[],
  { usage, options, commands }: Program<O, Command>,
  run: (command: Command, words: readonly string[], values: Values<O>) => Promise<number>,
): Promise<number> {
  const refuse = (mistake: string): number => {
    console.error(mistake === '' ? usage : `${mistake}\n\n${usage}`);
    return USAGE_STATUS;
  };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    if ('help' in values) {
      console.log(usage);
      return 0;
    }
    const [name, ...words] = positionals;
    if (name === undefined) return refuse('');
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) return refuse(`There is no command ${quoteGiven(name)}.`);
    const { words: count, takes, options: taken = [], isRight } = command;
    const foreign = Object.keys(values).find((option) => !taken.includes(option));
    if (foreign !== undefined) return refuse(`${name} does not take --${foreign}.`);
    const [least, most] = count;
    if (words.length < least || words.length > most || isRight?.(words, values) === false) {
      return refuse(`${name} takes ${takes}.`);
    }
    return await run(command, words, values);
  } catch (error) {
    if (EXPECTED.some((kind) => error instanceof kind)) {
      console.error((error as Error).message);
      return 1;
    }
    const code = codeOf(error) ?? '';
    if (error instanceof Error && code.startsWith('ERR_PARSE_ARGS')) return refuse(error.message);
    // The reader of the output has closed it, as `head` does.
    if (code === 'EPIPE') return 1;
    throw error;
  }
}
