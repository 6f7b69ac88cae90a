import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

/** Different lines that are told apart at once; further ones count as one. */
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
 * Lines are equal when they have the same text and the same error, and tell of the same organiser or marshal.
 */
export class LogBursts {
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
      if (writeLast) {
        writeLast(count);
        return;
      }
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
