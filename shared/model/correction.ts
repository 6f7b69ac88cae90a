import type { BandId, ScanId } from './ids.ts';
import type { DurationMs, EpochMs } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** The reads that a correction is about, by their original content (RULES.md CR1). */
export type ReadSelection =
  /** The reads of a source between two moments, both included, at one point or at all. */
  | {
      readonly kind: 'source';
      readonly source: string;
      readonly point?: TimePoint;
      readonly fromMs: EpochMs;
      readonly untilMs: EpochMs;
    }
  | { readonly kind: 'reads'; readonly scanIds: readonly ScanId[] }
  /** The added read. */
  | { readonly kind: 'added' };

export type CorrectionAction =
  | { readonly kind: 'void' }
  /** The clock was wrong: the reads are later by this, earlier if negative. */
  | { readonly kind: 'clock'; readonly shiftMs: DurationMs }
  /** The mat stood elsewhere. */
  | { readonly kind: 'point'; readonly points: readonly TimePoint[] }
  /** Another wristband was meant. */
  | { readonly kind: 'band'; readonly bandId: BandId }
  /** No mat gave it: only with the selection `added`, and that only with this (RULES.md CR7). */
  | {
      readonly kind: 'add';
      readonly bandId: BandId;
      readonly point: TimePoint;
      readonly timeMs: EpochMs;
    }
  /** A list of times that somebody took at one point, with the selection `added` likewise. */
  | { readonly kind: 'list'; readonly point: TimePoint; readonly reads: readonly TakenTime[] };

/** A time of a list, of a wristband. */
export interface TakenTime {
  readonly bandId: BandId;
  readonly timeMs: EpochMs;
}

/** An organiser's decision about reads. The reads themselves are never changed (RULES.md CR). */
export interface Correction {
  /** A UUID. */
  readonly correctionId: string;
  readonly reads: ReadSelection;
  readonly action: CorrectionAction;
  readonly reason: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** The source of reads that organisers add: no scanner can have this name (`SOURCE_FORM`). */
export const THE_DESK = 'the desk';

export const MAX_NAMED_READS = 500;
export const MAX_LISTED_READS = 1_000;
/** In all corrections of a race. */
export const MAX_ADDED_READS = 20_000;
export const MAX_CORRECTIONS = 500;
/** In characters. */
export const MAX_REASON = 200;
/** The largest shift of a clock: a reader that lost its date is days off. */
export const MAX_SHIFT_MS = 400 * 86_400_000;
