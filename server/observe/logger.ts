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

/**
 * Passes the first line of a kind within a minute, and then their number if there were more. Lines of one kind have the
 * same text, error, and organiser or marshal.
 */
class LogBursts {
  readonly #heldBack = new Map<string, number>();

  pass(args: LogArgs, write: (args: LogArgs) => void): void {
    const kind = this.#heldBack.size < MAX_KINDS ? nameKind(args) : OTHERS;
    const heldBack = this.#heldBack.get(kind);
    this.#heldBack.set(kind, heldBack === undefined ? 0 : heldBack + 1);
    if (heldBack !== undefined) return;
    write(args);
    setTimeout(() => {
      const times = this.#heldBack.get(kind) ?? 0;
      this.#heldBack.delete(kind);
      if (times > 0) write([{ times }, `Again: ${kind}`]);
    }, MINUTE_MS).unref();
  }
}

function nameKind(args: LogArgs): string {
  const [first] = args;
  const { err, by = '' } = (first ?? {}) as { err?: unknown; by?: string };
  const error = first instanceof Error ? first : err;
  const text = args.find((arg) => typeof arg === 'string') ?? '';
  const parts = [text, by, error instanceof Error ? error.message : ''];
  return parts.filter(Boolean).join(' · ').slice(0, MAX_KIND_LENGTH);
}
