import type { ExpectedStage } from '#shared/forecast/forecast.ts';
import type { RunnerStatus } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { StageRun } from '#shared/scoring/stages.ts';

/** The share of a stage at which a late runner waits until the next point is reached. */
const SHORT_OF_NEXT = 0.92;

/**
 * The known or expected position of a runner on the course line, whose points are at `ats` from 0, the start, to 1.
 * `elapsedMs` is the runner's time so far.
 */
export function findPosition(
  ats: readonly number[],
  runs: readonly StageRun[],
  expected: readonly ExpectedStage[],
  status: RunnerStatus,
  elapsedMs: DurationMs = 0,
): number {
  const last = runs.findLastIndex((run) => run.elapsedMs !== null);
  const [from = 0, to = from] = ats.slice(last + 1);
  const next = expected.find(({ stage }) => stage === runs[last + 1]?.point);
  if (status !== 'racing' || !next) return from;
  const lastMs = runs[last]?.elapsedMs ?? 0;
  const share = (elapsedMs - lastMs) / (next.elapsedMs - lastMs);
  return from + (to - from) * Math.min(SHORT_OF_NEXT, Math.max(0, share));
}

/** A point on the line. */
export interface CoursePoint {
  readonly at: number;
  readonly isPassed: boolean;
  /** Empty for none. */
  readonly label: string;
}

/** The width of a letter as a share of the line on a phone. */
const LETTER = 0.024;

/** The row of each label, from left to right: the first in which it does not overlap another. */
export function placeLabels(
  points: readonly Pick<CoursePoint, 'at' | 'label'>[],
): readonly number[] {
  const ends: number[] = [];
  return points.map(({ label, at }) => {
    const width = Math.min(1, label.length * LETTER);
    const left = at * (1 - width);
    const free = ends.findIndex((end) => end < left);
    const row = free === -1 ? ends.length : free;
    ends[row] = left + width + LETTER;
    return row + 1;
  });
}
