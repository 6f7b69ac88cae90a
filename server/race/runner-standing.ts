import type { Courses } from '#shared/model/courses.ts';
import { parseOverride } from '#shared/model/typed-words.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { findLastSeen, type LastSeen } from '#shared/scoring/score-race.ts';
import { findFinishDespiteDnf, isInByLaps, isMissing } from '#shared/scoring/whereabouts.ts';
import { orderScans } from '#shared/scoring/order.ts';
import type { RunnerScore } from '#shared/scoring/score-runner.ts';

export interface RunnerSeen extends LastSeen {
  /**
   * The last read that gives a point of the course before the finish; absent where the last of all
   * gives one, and where there is none.
   */
  readonly lastStage?: {
    readonly point: TimePoint;
    readonly timeMs: EpochMs;
    readonly at?: number;
  };
}

export interface RunnerStanding {
  readonly isMissing: boolean;
  /** They are DNF or DNS, or have finished by their laps alone (RULES.md MS11). */
  readonly isOut: boolean;
  /** Undefined for a runner who was never scanned, or is neither missing nor out. */
  readonly lastSeen: RunnerSeen | undefined;
  /** When a DNF runner finished; undefined for all others. */
  readonly dnfFinishMs: EpochMs | undefined;
}

export function standingOf(
  runner: Runner,
  scans: readonly Scan[],
  score: RunnerScore,
  courses: Courses,
): RunnerStanding {
  const override = parseOverride(runner.overrideTime)?.kind;
  const isOut = override === 'dnf' || override === 'dns';
  const isAway = isMissing(runner, score);
  const isKept = isOut || (override === undefined && !score.hasFinish && isInByLaps(score));
  return {
    isMissing: isAway,
    isOut: isKept,
    lastSeen: isAway || isKept ? findRunnerSeen(runner, scans, score, courses) : undefined,
    dnfFinishMs: findFinishDespiteDnf(score),
  };
}

function findRunnerSeen(
  { event }: Runner,
  scans: readonly Scan[],
  { counted }: RunnerScore,
  courses: Courses,
): RunnerSeen | undefined {
  const seen = findLastSeen(scans);
  if (!seen) return undefined;
  if (courses.hasLoop(event)) {
    const codes = ['start', ...courses.visitsOf(event).map(({ code }) => code)];
    const at = codes.findLastIndex((code) => counted.has(code));
    const scan = counted.get(codes[at] ?? '');
    const point = courses.routeOf(event)[at];
    return scan && point ? { ...seen, lastStage: { point, timeMs: scan.timeMs, at } } : seen;
  }
  const course = courses.routeOf(event).filter((point) => point !== 'finish');
  const stagesOf = (points: readonly TimePoint[]): TimePoint[] =>
    course.filter((point) => points.includes(point));
  if (stagesOf(seen.lastPoints).length === 1) return seen;
  const last = orderScans(scans).findLast(({ points }) => stagesOf(points).length > 0);
  if (!last) return seen;
  const { timeMs } = last;
  const stages = stagesOf(last.points);
  // A mat of several points, as there and back: the last of them that they reached.
  const reached = stages.findLast((stage) => (counted.get(stage)?.timeMs ?? Infinity) <= timeMs);
  const point = reached ?? stages[0];
  return point === undefined ? seen : { ...seen, lastStage: { point, timeMs } };
}
