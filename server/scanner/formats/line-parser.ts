import type { BandId } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { TimePoint } from '#shared/model/time-point.ts';

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
