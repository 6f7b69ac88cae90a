import * as z from 'zod/mini';

import { SOURCE_FORM } from '../model/scan.ts';
import { areMatPoints } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { isTimeZone } from '../model/wall-clock.ts';

/** The formats of `--format` (server/scanner/formats), with the names of those who make such readers. */
export const READER_KINDS = {
  guess: 'Recognise it from the first lines',
  chronotrack: 'ChronoTrack',
  mylaps: 'MYLAPS',
  raceresult: 'RACE RESULT',
  ipico: 'IPICO',
  ultra: 'Ultra, Joey',
  macsha: 'Macsha',
  jchip: 'JChip, CrossMgr bridges',
  impinj: 'Impinj',
  line: 'Lines band,time,point',
  csv: 'CSV with a header',
  ndjson: 'JSON, one object a line',
} as const;
export type ReaderKind = keyof typeof READER_KINDS;
const KINDS = Object.keys(READER_KINDS) as ReaderKind[];

/** Whether lines of this kind can name the point of the read, so that the reader needs none. */
export function namesItsPoint(kind: ReaderKind): boolean {
  return ['guess', 'mylaps', 'line', 'csv', 'ndjson'].includes(kind);
}

/** How many readers a race keeps, and how much of their output. */
export const MAX_READERS = 16;
export const MAX_READER_LINES = 50;
export const MAX_READER_LINE = 300;
/** The file of a reader, in bytes; each reader has one at most. */
export const MAX_READS_FILE = 20 * 1024 * 1024;

const HOST_FORM = /^(?:[a-z\d](?:[a-z\d.-]{0,98}[a-z\d])?|\[[\da-f:.]{2,45}\])$/i;
const ALLOW_FORM = /^[\da-f.:/]{2,50}(?:,[\da-f.:/]{2,50}){0,15}$/i;

const text = z.string().check(z.maxLength(1_000));

/** A reader as typed. What its input does not need is empty or as it was. */
export const readerForm = z
  .object({
    source: text.check(
      z.refine(
        (name) => SOURCE_FORM.test(name) && /^\w/.test(name),
        'Enter a name of 1 to 40 letters, digits, dots, dashes or underscores.',
      ),
    ),
    kind: z.enum(KINDS),
    /** `listen`: the reader connects to this computer. `connect`: this computer connects to it. */
    input: z.enum(['listen', 'connect', 'file']),
    host: text,
    port: z.number(),
    /** The addresses and ranges that are heard. */
    allow: text,
    points: z.array(z.string()).check(z.maxLength(100)),
    /** Empty for that of the race. */
    zone: text,
  })
  .check(({ value, issues }) => {
    const { kind, input, host, port, allow, points, zone } = value;
    const refuse = (field: keyof typeof value, isWrong: boolean, message: string): void => {
      if (isWrong) issues.push({ code: 'custom', input: value, path: [field], message });
    };
    const isPort = Number.isInteger(port) && port >= 1 && port <= 65_535;
    refuse('kind', input === 'connect' && kind === 'guess', 'Choose what kind of reader it is.');
    refuse(
      'host',
      input === 'connect' && !HOST_FORM.test(host),
      'Enter the address of the reader, such as 192.168.1.20.',
    );
    refuse('port', input !== 'file' && !isPort, 'Enter a port from 1 to 65535.');
    refuse(
      'allow',
      input === 'listen' && !ALLOW_FORM.test(allow),
      'Enter addresses or ranges such as 192.168.1.20 or 192.168.1.0/24, separated by commas.',
    );
    refuse(
      'points',
      points.length === 0 && !namesItsPoint(kind),
      'Choose where it stands: its lines do not name a point.',
    );
    refuse('points', points.length > 0 && !areMatPoints(points), 'Choose at most 20 points.');
    refuse('zone', zone !== '' && !isTimeZone(zone), 'Enter a time zone such as Europe/London.');
  });
export type ReaderForm = z.infer<typeof readerForm>;

/** PUT /scanners adds a reader (`rev` 0), or changes, starts or stops the one that was seen at `rev`. */
export const saveReader = z.object({ reader: readerForm, isOn: z.boolean(), rev: z.number() });
export type SaveReaderBody = z.infer<typeof saveReader>;

/** The options of the scanner for a reader. No value needs quotes in a shell: {@link readerForm} lets no blank through. */
export function listScannerArgs(reader: ReaderForm, file = 'FILE'): readonly string[] {
  const { source, kind, input, host, port, allow, points, zone } = reader;
  const INPUTS = {
    listen: ['--listen', `0.0.0.0:${port}`, '--allow', allow],
    connect: ['--connect', `${host}:${port}`],
    file: ['--file', file],
  };
  return [
    '--source',
    source,
    ...(points.length > 0 ? ['--point', points.join(',')] : []),
    ...(kind === 'guess' ? [] : ['--format', kind]),
    ...INPUTS[input],
    ...(zone === '' ? [] : ['--zone', zone]),
  ];
}

/** `waiting`: its process ended and is started again after a pause. */
export type ReaderState = 'off' | 'running' | 'stopping' | 'waiting';

/** What its process counts since it was started. */
export interface ReaderCounts {
  readonly reads: number;
  readonly bad: number;
  readonly unsent: number;
}

export interface ListedReader {
  readonly reader: ReaderForm;
  readonly isOn: boolean;
  readonly rev: number;
  /** What was given to it last. */
  readonly file: { readonly name: string; readonly atMs: EpochMs } | null;
  /** The computer that it belongs to, and whether that is this one: of another's nothing below is known. */
  readonly hostName: string;
  readonly isHere: boolean;
  readonly state: ReaderState;
  readonly counts: ReaderCounts | null;
  /** The last ones, the oldest first. */
  readonly lines: readonly { readonly atMs: EpochMs; readonly text: string }[];
}

/** GET /scanners, and the answer to each change of them. */
export interface ReadersBody {
  /** Whether this service runs readers itself. */
  readonly runs: boolean;
  /** The networks of its computer, `192.168.1.5/24`. */
  readonly networks: readonly string[];
  readonly readers: readonly ListedReader[];
}
