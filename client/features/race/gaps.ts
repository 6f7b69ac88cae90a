import type { UnrankedResult } from '#shared/model/result.ts';
import type { Rounding } from '#shared/model/race-setup.ts';
import { type DurationMs, showSpan } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';

/** The gaps of a runner to the first of those shown, at each point with a time. */
export interface GapLine {
  readonly result: UnrankedResult;
  readonly gaps: readonly Gap[];
}

export interface Gap {
  /** The number of the point on the course; 1 is the first after the start. */
  readonly index: number;
  readonly behindMs: DurationMs;
}

/** Gaps between the times as shown. Runners without any time are omitted. */
export function listGaps(
  runners: readonly UnrankedResult[],
  points: readonly StagePoint[],
  rounding: Rounding,
): readonly GapLine[] {
  const timeOf = (row: UnrankedResult, point: StagePoint): DurationMs | null => {
    const timeMs = timeAt(row, point);
    return timeMs === null ? null : showSpan(timeMs, rounding);
  };
  const first = points.map((point) =>
    runners.reduce((ms, row) => Math.min(ms, timeOf(row, point) ?? ms), Infinity),
  );
  return runners.flatMap((result) => {
    const gaps = points.flatMap((point, at): readonly Gap[] => {
      const timeMs = timeOf(result, point);
      return timeMs === null ? [] : [{ index: at + 1, behindMs: timeMs - (first[at] ?? 0) }];
    });
    return gaps.length === 0 ? [] : [{ result, gaps }];
  });
}

const STEPS_S = [5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800];
const MOST_STEPS = 4;

/** The scale: a few round gaps up to `mostMs`. */
export function listGapSteps(mostMs: DurationMs): readonly DurationMs[] {
  const fitting = STEPS_S.map((seconds) => seconds * 1_000).filter((ms) => ms <= mostMs);
  return fitting.slice(-MOST_STEPS);
}

/** The height of a gap, from 0 to 1: a square root, so that one late runner does not press all others together. */
export function scaleGap(behindMs: DurationMs, mostMs: DurationMs): number {
  return mostMs > 0 ? Math.sqrt(behindMs / mostMs) : 0;
}
