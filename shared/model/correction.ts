import type { BandId, ScanId } from './ids.ts';
import type { DurationMs, EpochMs } from './time.ts';
import type { TimePoint } from './time-point.ts';

/** Which reads a correction is about, by what they said when they came (RULES.md CR1). */
export type ReadSelection =
  /** Those of a source between two moments, both included, at one point or at all. */
  | {
      readonly kind: 'source';
      readonly source: string;
      readonly point?: TimePoint;
      readonly fromMs: EpochMs;
      readonly untilMs: EpochMs;
    }
  | { readonly kind: 'reads'; readonly scanIds: readonly ScanId[] }
  /** The one that is added. */
  | { readonly kind: 'added' };

/** What a correction makes of the reads. */
export type CorrectionAction =
  | { readonly kind: 'void' }
  /** The clock was wrong: later by so much, earlier if negative. */
  | { readonly kind: 'clock'; readonly shiftMs: DurationMs }
  /** The mat stood elsewhere. */
  | { readonly kind: 'point'; readonly points: readonly TimePoint[] }
  /** Another wristband was meant. */
  | { readonly kind: 'band'; readonly bandId: BandId }
  /** No mat gave it: it goes with the selection `added`, and nothing else does (RULES.md CR7). */
  | {
      readonly kind: 'add';
      readonly bandId: BandId;
      readonly point: TimePoint;
      readonly timeMs: EpochMs;
    };

/** What an organiser decided about reads. The reads themselves are never changed (RULES.md CR). */
export interface Correction {
  /** A UUID. */
  readonly correctionId: string;
  readonly reads: ReadSelection;
  readonly action: CorrectionAction;
  /** Why, in the organiser's words. */
  readonly reason: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** The source of reads that organisers add: no scanner can be called so (`SOURCE_FORM`). */
export const THE_DESK = 'the desk';

export const MAX_NAMED_READS = 500;
/** The most corrections that a race may have at a time. */
export const MAX_CORRECTIONS = 500;
/** The longest reason, in characters. */
export const MAX_REASON = 200;
/** The furthest a clock is moved: a reader that lost its date is days off. */
export const MAX_SHIFT_MS = 400 * 86_400_000;
