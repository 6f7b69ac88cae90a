import type { DistanceSetup, Rounding } from './race-setup.ts';
import { type DurationMs, showSpan } from './time.ts';

/** How the runners of a distance rank (RULES.md RK12 to RK15). */
export interface Ranking {
  /** False: no places. */
  readonly isRanked: boolean;
  /** By laps, then by the time of the last one. */
  readonly isByLaps: boolean;
  /** Shared places skip none. */
  readonly isDense: boolean;
  readonly rounding: Rounding;
  /** The ranking value of a time: equal values share a place. */
  readonly valueOf: (spanMs: DurationMs) => number;
}

const asItIs = (spanMs: DurationMs): number => spanMs;

export function rankingOf({
  isRanked = true,
  rankedBy,
  ties,
  rounding = 'up',
}: Partial<DistanceSetup>): Ranking {
  return {
    isRanked,
    isByLaps: rankedBy === 'laps',
    isDense: ties === 'dense',
    rounding,
    valueOf: ties === 'shown' ? (spanMs) => showSpan(spanMs, rounding) : asItIs,
  };
}

export const USUAL_RANKING: Ranking = rankingOf({});
