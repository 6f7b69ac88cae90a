import { pino } from 'pino';
import type { LogLevel } from '#server/config/config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';

export type Logger = pino.Logger;

/** From this level on clients can cause lines as often as they like. */
const BURST_LEVEL = pino.levels.values['warn'] ?? 40;

const SECRET_HEADERS = ['authtoken', 'cookie'];

/** JSON lines on standard error, since standard output is for people; without tokens, and with bursts shortened. */
export function createLogger(
  level: LogLevel,
  destination: pino.DestinationStream = process.stderr,
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

/** Beyond this number of kinds, further lines count as one kind. */
const MAX_KINDS = 200;
const MAX_KIND_LENGTH = 200;
const OTHERS = 'others';

/** The arguments of a line: an object and a text, or the text alone. */
type LogArgs = readonly unknown[];

interface Burst {
  count: number;
  /** Writes the newest line held back. */
  writeLast: ((more: number) => void) | undefined;
}

/**
 * Passes the first line of a kind at once, and of further ones only the last within a minute, with their number. Lines of
 * one kind have the same text, error, and organiser or marshal.
 */
class LogBursts {
  readonly #bursts = new Map<string, Burst>();

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
    }, MINUTE_MS).unref();
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
