import type { ReaderKind } from '#shared/wire/readers-api.ts';
import type { BandId } from '#shared/model/ids.ts';
import type { ReaderCondition } from '#shared/model/scan.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

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

/** A message of a reader: any number of reads, or a question to answer. */
interface Frame {
  readonly kind: 'frame';
  readonly parts?: readonly LineResult[];
  /** Sent to the reader as soon as the reads of this frame, and of all frames before it, are on disk. */
  readonly answer?: string | undefined;
  /** For the operator. */
  readonly note?: string | undefined;
  /** For the organisers. */
  readonly state?: ReaderCondition | undefined;
  /** The reader's own number of the last of these reads. */
  readonly mark?: ReadMark | undefined;
}

/** A reader's own number of a read, in a named series. */
export interface ReadMark {
  readonly series: string;
  readonly number: number;
}

/** How bytes are cut for a parser: at line ends, at `$`, around JSON objects, or as the first bytes suggest. */
export type Framing = 'lines' | 'dollars' | 'objects' | 'guess';

/** Parses the lines of one stream, in order; it may depend on earlier ones, such as a header. */
export interface LineParser {
  /** Lines by default. */
  readonly framing?: Framing | undefined;
  parse(text: string): LineResult;
  /** The first text to a reader that this scanner connects to. */
  greet?(): string;
  /** The text for a connected reader every few seconds; empty for none. */
  ping?(): string;
}

/** What a parser needs of its scanner. */
export interface ReaderParts {
  readonly clock: ReadClock;
  readonly chips: ChipCodes;
  readonly racePoints: readonly TimePoint[];
  /** By series, the last number of earlier connections in the journal. */
  readonly marks: { get(series: string): number | undefined };
  /** The present time on a connection, where reads are live; undefined for a file. */
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
  /** Whether a line, even a spoilt one, is certainly of this format, which then holds for the whole stream. */
  readonly recognises: (line: string) => boolean;
  /** Parses blank lines and comments too; the others get trimmed lines without them. */
  readonly takesAll?: true;
  readonly createParser: (parts: ReaderParts) => LineParser;
}
