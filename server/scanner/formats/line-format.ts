import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

import type { ReadClock } from '../clock/read-clock.ts';

/** What one line says. */
export interface LineRead {
  readonly bandId: BandId;
  /** Undefined when the line has none: the read is of the moment it arrives. */
  readonly timeMs: EpochMs | undefined;
  /** Undefined when the line has none: the scanner's `--point` holds. */
  readonly points: readonly TimePoint[] | undefined;
}

export type LineResult =
  | { readonly kind: 'read'; readonly read: LineRead }
  /** The line should have been a read and is not; `reason` is for the operator. */
  | { readonly kind: 'bad'; readonly reason: string }
  /** Blank, a comment, a header. */
  | { readonly kind: 'skip' };

/** Reads the lines of one stream, in order: a format with a header remembers it. */
export interface LineParser {
  parse(text: string): LineResult;
}

export const SKIP: LineResult = { kind: 'skip' };

export function badLine(reason: string): LineResult {
  return { kind: 'bad', reason };
}

/**
 * What a line is that no format reads: blank or a comment, which are skipped, or bad, since some
 * decoders write `#` before each read (`#P;12;…`). Undefined for any other line.
 */
export function parseBlankOrComment(text: string): LineResult | undefined {
  const line = text.trim();
  if (line === '') return SKIP;
  if (!line.startsWith('#')) return undefined;
  const isData = /\d/.test(line) && /[,;~|\t]/.test(line);
  return isData ? badLine('begins with # as a comment does, but holds fields with numbers') : SKIP;
}

/** One form that lines of reads have: a row of the table in `formats.ts`. */
export interface LineFormat {
  /** What `--format` calls it. */
  readonly name: string;
  /** Whether its lines can name the point of the read, so that `--point` may be left out. */
  readonly namesPoint: boolean;
  /** Whether a line can be of this format alone, which then decides on the whole stream. */
  readonly recognises: (line: string) => boolean;
  /** A parser for one stream. */
  readonly createParser: (clock: ReadClock) => LineParser;
}
