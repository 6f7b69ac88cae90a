import type { RunnerStatus } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { StagePoint, StageRun } from '#shared/scoring/stages.ts';
import type { StageLength } from '#shared/scoring/course.ts';
import type { ExpectedStage } from '#shared/forecast/forecast.ts';

/** The end of a stage on the course line. */
export interface CourseMark {
  readonly point: StagePoint;
  /** From 0, the start, to 1, the finish. */
  readonly at: number;
  readonly isPassed: boolean;
}

export interface CourseLayout {
  readonly marks: readonly CourseMark[];
  /** The runner's known or expected position. */
  readonly runnerAt: number;
}

/** The share of a stage at which a late runner waits until the next point is reached. */
const SHORT_OF_NEXT = 0.92;

/**
 * The course as a line: by distance if known for every stage, else by known or expected times, else with equal stages.
 * `elapsedMs` is the runner's time so far.
 */
export function layOutCourse(
  runs: readonly StageRun[],
  expected: readonly ExpectedStage[],
  status: RunnerStatus,
  elapsedMs: DurationMs | undefined,
  lengths: readonly (StageLength | undefined)[] = [],
): CourseLayout {
  const times = runs.map(
    (run) => run.elapsedMs ?? expected.find(({ stage }) => stage === run.point)?.elapsedMs,
  );
  const metres = runs.map((_, index) => lengths[index]?.atM);
  const equal = runs.map((_, index) => index + 1);
  const ends = [metres, times].find(areRising) ?? equal;
  const total = ends.at(-1) ?? 1;
  const last = runs.findLastIndex((run) => run.elapsedMs !== null);
  const marks = runs.map(({ point }, index): CourseMark => {
    return { point, at: (ends[index] ?? 0) / total, isPassed: index <= last };
  });
  const from = marks[last]?.at ?? 0;
  const next = marks[last + 1]?.at ?? from;
  const sinceMs = (elapsedMs ?? 0) - (runs[last]?.elapsedMs ?? 0);
  const legMs = (times[last + 1] ?? Infinity) - (times[last] ?? 0);
  const share = status === 'racing' ? Math.min(SHORT_OF_NEXT, Math.max(0, sinceMs / legMs)) : 0;
  return { marks, runnerAt: from + (next - from) * share };
}

/** A label at a position on the line. */
export interface CourseName {
  readonly text: string;
  readonly at: number;
}

/** The width of a letter as a share of the line. */
const LETTER = { phone: 0.024, tablet: 0.011 };

/** The row of each label, from left to right: the first in which it does not overlap another. */
export function placeNames(
  names: readonly CourseName[],
  screen: keyof typeof LETTER,
): readonly number[] {
  const ends: number[] = [];
  return names.map(({ text, at }) => {
    const width = Math.min(1, text.length * LETTER[screen]);
    const left = at * (1 - width);
    const free = ends.findIndex((end) => end < left);
    const row = free === -1 ? ends.length : free;
    ends[row] = left + width + LETTER[screen];
    return row + 1;
  });
}

function areRising(times: readonly (number | undefined)[]): times is readonly number[] {
  return times.every((time, index) => time !== undefined && time > (times[index - 1] ?? 0));
}
