import { writeSync } from 'node:fs';

import { pino } from 'pino';
import type { LogLevel } from '#server/config/config.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

export type Logger = pino.Logger;

/** From this level on others can cause a line, as often as they like. */
const BURST_LEVEL = pino.levels.values['warn'] ?? 40;

const SECRET_HEADERS = ['authtoken', 'cookie'];

/**
 * JSON lines on standard error; standard output is for people. The identity token of an organiser
 * never reaches a log, and repeated lines become one line and a count.
 */
export function createLogger(
  level: LogLevel,
  destination: pino.DestinationStream = new StandardError(),
): Logger {
  const bursts = new LogBursts();
  return pino(
    {
      level,
      redact: {
        paths: SECRET_HEADERS.flatMap((name) => [`req.headers.${name}`, `headers.${name}`]),
        remove: true,
      },
      hooks: {
        logMethod(args, write, number) {
          if (number < BURST_LEVEL) write.apply(this, args);
          else bursts.pass(args, (passed) => write.apply(this, passed as typeof args));
        },
      },
    },
    destination,
  );
}

const STANDARD_ERROR = 2;

/**
 * Writes lines to standard error, which may be a file on a full disk: a line that cannot be written is dropped, and the
 * next one that can is followed by how many were.
 */
export class StandardError implements pino.DestinationStream {
  readonly #write: (bytes: Uint8Array) => number;
  #dropped = 0;

  constructor(write = (bytes: Uint8Array): number => writeSync(STANDARD_ERROR, bytes)) {
    this.#write = write;
  }

  write(line: string): void {
    // The full disk may have cut a line off: end it before the next one.
    const isWritten = this.#tryWrite(this.#dropped > 0 ? `\n${line}` : line);
    if (!isWritten) {
      this.#dropped += 1;
      return;
    }
    if (this.#dropped === 0) return;
    const lost = { level: BURST_LEVEL, time: Date.now(), dropped: this.#dropped };
    const told = JSON.stringify({ ...lost, msg: 'Lines of the log could not be written' });
    if (this.#tryWrite(`${told}\n`)) this.#dropped = 0;
  }

  #tryWrite(text: string): boolean {
    try {
      let rest: Uint8Array = Buffer.from(text);
      while (rest.length > 0) rest = rest.subarray(this.#write(rest));
      return true;
    } catch {
      return false;
    }
  }
}

/** Beyond this number of different lines, further ones count as one. */
const MAX_KINDS = 200;
const MAX_KIND_LENGTH = 200;
const OTHERS = 'others';

/** The arguments of a line: an object and a text, or the text alone. */
type LogArgs = readonly unknown[];

interface Burst {
  count: number;
  /** Writes the newest line that was held back. */
  writeLast: ((more: number) => void) | undefined;
}

/**
 * Passes the first of several equal lines at once, and of the rest only the last within a minute, with their number.
 * Equal lines have the same text, error, and organiser or marshal.
 */
class LogBursts {
  readonly #windowMs: DurationMs;
  readonly #bursts = new Map<string, Burst>();

  constructor(windowMs = MINUTE_MS) {
    this.#windowMs = windowMs;
  }

  pass(args: LogArgs, write: (args: LogArgs) => void): void {
    const name = this.#bursts.size < MAX_KINDS ? nameKind(args) : OTHERS;
    const burst = this.#bursts.get(name);
    if (!burst) {
      this.#open(name);
      write(args);
      return;
    }
    burst.count += 1;
    burst.writeLast = (more) => write(withCount(args, more));
  }

  #open(name: string): void {
    const burst: Burst = { count: 0, writeLast: undefined };
    this.#bursts.set(name, burst);
    const timer = setInterval(() => {
      const { count, writeLast } = burst;
      burst.count = 0;
      burst.writeLast = undefined;
      if (writeLast) return writeLast(count);
      clearInterval(timer);
      this.#bursts.delete(name);
    }, this.#windowMs).unref();
  }
}

function nameKind(args: LogArgs): string {
  const [first] = args;
  const { err, by = '' } = (first ?? {}) as { err?: unknown; by?: string };
  const error = first instanceof Error ? first : err;
  const text = args.find((arg) => typeof arg === 'string') ?? '';
  return `${text} ${by} ${error instanceof Error ? error.message : ''}`.slice(0, MAX_KIND_LENGTH);
}

function withCount(args: LogArgs, times: number): LogArgs {
  const [first, ...rest] = args;
  if (first instanceof Error) return [{ err: first, times }, ...rest];
  if (typeof first === 'object' && first !== null) return [{ ...first, times }, ...rest];
  return [{ times }, ...args];
}
