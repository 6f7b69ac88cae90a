import type { ReaderKind } from '#shared/wire/readers-api.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

import type { ReaderState } from '#shared/model/scan.ts';
import type { ReadClock } from '../clock/read-clock.ts';
import type { ChipCodes } from './chip-codes.ts';

export interface LineRead {
  readonly bandId: BandId;
  /** Undefined if the line has no time: the read is then dated on arrival. */
  readonly timeMs: EpochMs | undefined;
  /** Undefined for a line without a point: the scanner's `--point` is used. */
  readonly points: readonly TimePoint[] | undefined;
}

export type LineResult =
  | { readonly kind: 'read'; readonly read: LineRead }
  /** The line should have been a read and is not; `reason` is for the operator. */
  | { readonly kind: 'bad'; readonly reason: string }
  /** Blank, a comment, a header. */
  | { readonly kind: 'skip' }
  | Frame;

/** One message of a reader: any number of reads, or a question to answer. */
export interface Frame {
  readonly kind: 'frame';
  readonly parts?: readonly LineResult[];
  /** Sent to the reader as soon as the reads of this frame, and of all frames before it, are on disk. */
  readonly answer?: string | undefined;
  /** A message of the reader about itself, for the operator. */
  readonly note?: string | undefined;
  /** Its state, for the organisers. */
  readonly state?: ReaderState | undefined;
  /** The reader's own number of the last of these reads. */
  readonly mark?: ReadMark | undefined;
}

/** The last of a reader's own numbers that is in the journal, by the name of their series. */
export interface ReadMark {
  readonly series: string;
  readonly number: number;
}

/** How bytes are cut for a parser: at line ends, at `$`, around JSON objects, or as the first bytes suggest. */
export type Framing = 'lines' | 'dollars' | 'objects' | 'guess';

/** Parses the lines of one stream, in order; it may depend on earlier ones, such as a header. */
export interface LineParser {
  /** Lines by default. */
  readonly framing?: Framing;
  parse(text: string): LineResult;
  /** The first text of a scanner that connects to the reader. */
  greet?(): string;
  /** The text for a connected reader every few seconds, if any. */
  ping?(): string | undefined;
}

/** The points of readers' locations, by their names in small letters. */
export type LocationPoints = ReadonlyMap<string, readonly TimePoint[]>;

/** What a parser needs of its scanner. */
export interface ReaderParts {
  readonly clock: ReadClock;
  readonly chips: ChipCodes;
  /** The locations named by the operator; may be empty. */
  readonly locations: LocationPoints;
  /** By series, the numbers that earlier connections have in the journal. */
  readonly marks: { get(series: string): number | undefined };
  /** The present time where reads come in live; undefined for a file. */
  readonly now: (() => EpochMs) | undefined;
}

export const SKIP: LineResult = { kind: 'skip' };

export function badLine(reason: string): LineResult {
  return { kind: 'bad', reason };
}

/**
 * The result of a line that no format reads: blank or a comment, which are skipped, or bad, since
 * some decoders write `#` before each read (`#P;12;…`). Undefined for any other line.
 */
export function parseBlankOrComment(text: string): LineResult | undefined {
  const line = text.trim();
  if (line === '') return SKIP;
  if (!line.startsWith('#')) return undefined;
  const isData = /\d/.test(line) && /[,;~|\t]/.test(line);
  return isData ? badLine('begins with # as a comment does, but holds fields with numbers') : SKIP;
}

/** A row of the table in `formats.ts`. */
export interface LineFormat {
  /** Its name for `--format`, and on the screen of readers. */
  readonly name: Exclude<ReaderKind, 'guess'>;
  /** Whether its lines can name the point of the read, so that `--point` is optional. */
  readonly namesPoint: boolean;
  /** Whether a line is of this format for certain, even a spoilt one: it then decides on the whole stream. */
  readonly recognises: (line: string) => boolean;
  /** It takes blank lines and comments too; the others get trimmed lines without them. */
  readonly takesAll?: true;
  readonly createParser: (parts: ReaderParts) => LineParser;
}
