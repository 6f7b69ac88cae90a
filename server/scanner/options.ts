import { parseArgs } from 'node:util';

import { codeOf, messageOf } from '#server/system/errors.mjs';
import { SOURCE_FORM } from '#shared/model/scan.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { parseTimePoints, type TimePoint } from '#shared/model/time-point.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { findStartMs, isTimeZone } from '#shared/model/wall-clock.ts';
import { namesItsPoint } from '#shared/wire/readers-api.ts';

import type { DateOrder } from './clock/read-clock.ts';
import { FORMAT_NAMES, FORMATS } from './formats/formats.ts';
import type { LineFormat } from './formats/line-format.ts';
import { type AllowList, parseAllowList } from './inputs/allow-list.ts';

const USUAL_POINTS = `${USUAL_COURSES.points.join(', ')}, or as the race calls it, in small letters, digits and dashes, a letter among them`;

const OPTIONS = {
  source: { type: 'string' },
  point: { type: 'string' },
  file: { type: 'string' },
  listen: { type: 'string' },
  connect: { type: 'string' },
  allow: { type: 'string' },
  format: { type: 'string' },
  chips: { type: 'string' },
  zone: { type: 'string' },
  offset: { type: 'string' },
  date: { type: 'string' },
  dates: { type: 'string' },
  elapsed: { type: 'boolean' },
  speed: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;
const LOOPBACK = parseAllowList('127.0.0.0/8,::1');
/** The formats whose times can be spans since the start. */
const LISTS: readonly string[] = ['line', 'csv', 'ndjson'];
const SOURCE_NAME = 'a name of 1 to 40 letters, digits, dots, dashes or underscores';

export type InputChoice =
  | { readonly kind: 'stdin' }
  /** `speed`: how many times the original pace, in the order of times; undefined: at once. */
  | { readonly kind: 'file'; readonly path: string; readonly speed: number | undefined }
  | {
      readonly kind: 'listen';
      readonly host: string;
      readonly port: number;
      /** Undefined where only this computer can connect. */
      readonly allow: AllowList | undefined;
    }
  | { readonly kind: 'connect'; readonly host: string; readonly port: number };

export interface ScannerOptions {
  readonly source: string;
  readonly points: readonly TimePoint[] | undefined;
  readonly input: InputChoice;
  /** Undefined: recognised from the first lines. */
  readonly format: LineFormat | undefined;
  /** The file of `--chips`. */
  readonly chipsPath: string | undefined;
  readonly zone: string | undefined;
  readonly offsetMs: DurationMs;
  /** The day on which a file begins, `2026-06-20`. */
  readonly date: string | undefined;
  readonly dates: DateOrder | undefined;
  /** Times are spans since the start. */
  readonly isElapsed: boolean;
  readonly isQuiet: boolean;
}

type Given = ReturnType<typeof readArgs>;
type TextOption = Exclude<keyof Given, 'elapsed' | 'quiet' | 'help'>;

/** Parses the command line; `help` for `--help`. Throws {@link OptionError}. */
export function parseOptions(args: readonly string[]): ScannerOptions | 'help' {
  const given = readArgs(args);
  if (given.help) return 'help';
  const source = parse(
    given,
    'source',
    // The name is also that of a folder.
    (text) => (SOURCE_FORM.test(text) && !/^\.+$/.test(text) ? text : undefined),
    SOURCE_NAME,
  );
  if (source === undefined) {
    throw new OptionError(`--source is missing: give this scanner ${SOURCE_NAME}.`);
  }
  const format = parse(
    given,
    'format',
    (text) => FORMATS.find(({ name }) => name === text),
    `one of ${FORMAT_NAMES}`,
  );
  const points = parse(
    given,
    'point',
    parseTimePoints,
    `one or several, separated by commas, of ${USUAL_POINTS}`,
  );
  if (points === undefined && format && !namesItsPoint(format.name)) {
    throw new OptionError(
      `--point is missing: ${format.name} lines do not say where they were read.`,
    );
  }
  const { elapsed: isElapsed = false, quiet: isQuiet = false } = given;
  if (isElapsed && format !== undefined && !LISTS.includes(format.name)) {
    throw new OptionError(`--elapsed is for lists (${LISTS.join(', ')}), not for ${format.name}.`);
  }
  return {
    source,
    points,
    input: parseInput(given),
    format,
    chipsPath: given.chips,
    zone: parse(
      given,
      'zone',
      (text) => (isTimeZone(text) ? text : undefined),
      'the name of a time zone such as Europe/London',
    ),
    offsetMs:
      parse(
        given,
        'offset',
        (text) =>
          /^[+-]?\d{1,9}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : undefined,
        'a number of seconds such as 2.5 or -3600',
      ) ?? 0,
    date: parse(
      given,
      'date',
      (text) => (findStartMs(`${text}-00-00-00`, 'UTC') === undefined ? undefined : text),
      'a day such as 2026-06-20',
    ),
    dates: parse(
      given,
      'dates',
      (text) => (text === 'dmy' || text === 'mdy' ? text : undefined),
      'dmy, as in 20/06/2026, or mdy, as in 06/20/2026',
    ),
    isElapsed,
    isQuiet,
  };
}

/** The parsed value of an option, undefined without it; `allowed` is for the error. */
function parse<T>(
  given: Given,
  name: TextOption,
  read: (text: string) => T | undefined,
  allowed: string,
): T | undefined {
  const text = given[name];
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw wrong(name, text, allowed);
  return value;
}

function parseInput(given: Given): InputChoice {
  const { file, listen, connect, format } = given;
  const speed = parse(
    given,
    'speed',
    (text) => (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
    'a number above 0 such as 30, times real time',
  );
  const allow = parse(
    given,
    'allow',
    parseAllowList,
    'an address or a range such as 192.168.1.20 or 10.0.0.0/8, several separated by commas',
  );
  if (allow !== undefined && listen === undefined) {
    throw new OptionError('--allow is for readers that connect: give --listen too.');
  }
  const [one, other] = (['file', 'listen', 'connect'] as const).filter(
    (name) => given[name] !== undefined,
  );
  if (other !== undefined) {
    throw new OptionError(
      `--${one} and --${other} exclude each other: start one scanner for each.`,
    );
  }
  if (connect !== undefined && format === undefined) {
    throw new OptionError('--connect needs --format: each kind of reader has commands of its own.');
  }
  if (speed !== undefined && file === undefined) {
    throw new OptionError('--speed replays a file: give --file too.');
  }
  if (file !== undefined) return { kind: 'file', path: file, speed };
  if (connect !== undefined) return { kind: 'connect', ...parseAddress('connect', connect) };
  if (listen === undefined) return { kind: 'stdin' };
  const address = parseAddress('listen', listen);
  const isThisComputer = address.host === 'localhost' || LOOPBACK?.allows(address.host);
  // Anybody on the network could send reads of any wristband.
  if (allow === undefined && !isThisComputer) {
    throw new OptionError(
      `--listen ${listen} takes reads from anyone who reaches it: name the readers with --allow, ` +
        'as in --allow 192.168.1.20 or --allow 192.168.1.0/24.',
    );
  }
  return { kind: 'listen', ...address, allow };
}

/** An invalid option: its name, the given value, and the allowed ones. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The given options. Throws {@link OptionError}. */
function readArgs(args: readonly string[]) {
  // On its own, -3600 looks like an option.
  const joined = args.flatMap((arg, at) => {
    if (args[at - 1] === '--offset') return [];
    return arg === '--offset' ? `--offset=${args[at + 1] ?? ''}` : arg;
  });
  try {
    const { values, tokens } = parseArgs({ args: joined, options: OPTIONS, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw new OptionError(`--${twice} was given twice.`);
    return values;
  } catch (error) {
    if (!codeOf(error)?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new OptionError(`${messageOf(error)}.`);
  }
}

function wrong(name: string, given: string, allowed: string): OptionError {
  return new OptionError(`--${name} is ${JSON.stringify(given)}, but must be ${allowed}.`);
}

/** Parses `HOST:PORT`, with an IPv6 address in brackets. Throws {@link OptionError}. */
function parseAddress(name: 'listen' | 'connect', given: string): { host: string; port: number } {
  const [, inBrackets, plain, digits] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(given) ?? [];
  const host = inBrackets ?? plain;
  const port = Number(digits);
  if (host === undefined || !(port <= 65_535)) {
    const example = name === 'listen' ? '0.0.0.0:4000' : '192.168.1.20:10000';
    throw wrong(name, given, `HOST:PORT such as ${example}`);
  }
  return { host, port };
}

export const HELP = `Reads wristband scans and stores each of them once, whatever fails on the way.

npm run scanner -- --source NAME --point POINT[,POINT] [options]

  --source NAME      the name of this scanner; reads and journals are kept under it
  --point POINT      where it stands: ${USUAL_COURSES.points.join(', ')}.
                     Another race has its own names of points.
                     Two with a comma between for one mat that serves both, as in start,finish.
                     May be left out when every line names its own point, which goes before it
  --file FILE        take the reads from a file
  --listen HOST:PORT wait for readers that connect; ends with Ctrl-C
  --connect HOST:PORT
                     connect to a reader, and reconnect whenever it is lost; needs --format
  --allow ADDRESSES  with --listen: only from these addresses and ranges, as 192.168.1.20,10.0.0.0/8;
                     needed unless HOST is this computer alone, as 127.0.0.1
                     (without --file, --listen and --connect: from standard input)
  --format FORMAT    ${FORMAT_NAMES};
                     without it, what the first lines look like
  --chips FILE       lines  code,band  such as LZ63021,104, for chips that do not carry the number of
                     the wristband, in place of the chip table of the race
  --zone ZONE        the zone of times without one, as Europe/London; else that of the race
  --offset SECONDS   added to every time that comes from the reader, as -3600 or 0.250
  --elapsed          the times of a list are times since the start, as 0:17:53 or 17:53
  --date DATE        the day of the first time without a date in a file, as 2026-06-21; else the first
                     such time from an hour before the start on
  --dates ORDER      dmy or mdy: the order of 03/04/2026, where no date of the file shows it
  --speed N          replay the file in the order of its times, N times as fast as it was
  --quiet            no progress, only messages and the line at the end
  --help             this text

Lines are  band[,time[,point]]  with , ; or tab between; without a time the read is of now.
Journals are in DATA_DIR/scanner/NAME and are never deleted. Unsent reads are sent at the next
start of the same source. The exit status is 0 only if everything is stored.
`;
