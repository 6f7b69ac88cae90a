import type { Courses } from '../model/courses.ts';
import type { UnrankedResult } from '../model/result.ts';
import { type Runner, takesPart } from '../model/runner.ts';
import type { Scan } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';
import type { LatePassing } from '../scoring/cut-offs.ts';
import { legTime, stagePointsOf, timeAt } from '../scoring/stages.ts';
import type { Contradiction, EarlyFinish } from '../wire/missing-api.ts';

const NO_POINTS: readonly TimePoint[] = [];

export interface CheckedRunner {
  readonly runner: Runner;
  /** As in the standings; undefined for a runner who is not listed. */
  readonly result: UnrankedResult | undefined;
  /** All of their bands, in any order. */
  readonly scans: Iterable<Scan>;
  /** Whether they have an own start (RULES.md ST4). */
  readonly isStartRead: boolean;
  /** Their own (RULES.md ST12); undefined while none is set. */
  readonly gunMs: EpochMs | undefined;
  /** Points passed after they had closed (RULES.md CU3). */
  readonly late?: readonly LatePassing[];
  /** Own reads that contradict a time by hand (RULES.md OV11). */
  readonly byHand?: Contradiction | undefined;
}

/** The scored outcome, so that the reads are not read again while nothing of it changes. */
export interface RunnerReads {
  readonly runner: Runner;
  /** The bib within its event; undefined without one, and for a runner who takes no part. */
  readonly bibKey: string | undefined;
  /** Whether they were read at each point of `Courses.routeOf`; empty if not listed or with an override. */
  readonly isRead: readonly boolean[];
  /** The time of each leg from one of these points to the next; null if unknown. */
  readonly legsMs: readonly (DurationMs | null)[];
  /** Points off their course at which they were read: the first point of each mat. */
  readonly others: readonly TimePoint[];
  /** Read at two points or more before their gun, and at none since that counts. */
  readonly isEarly: boolean;
  /** The finish that counts, if reads at points of their course come only after it. */
  readonly earlyFinish: EarlyFinish | undefined;
  readonly late: readonly LatePassing[];
  readonly byHand: Contradiction | undefined;
}

/** Facts that may be a reason to check a runner; an override means that somebody has (RULES.md MS7). */
export function readRunner(one: CheckedRunner, courses: Courses): RunnerReads {
  const { runner, result, isStartRead } = one;
  const bib = runner.bibNumber.trim().toUpperCase();
  const bibKey = bib === '' || !takesPart(runner) ? undefined : `${runner.event} ${bib}`;
  const { byHand } = one;
  const none = {
    isRead: [],
    legsMs: [],
    others: [],
    isEarly: false,
    earlyFinish: undefined,
    late: [],
  };
  const entry = { runner, bibKey, byHand, ...none };
  if (parseOverride(runner.overrideTime) !== undefined) return entry;
  const others = listOthers(one, courses);
  const known = { ...entry, others, isEarly: isReadEarly(one), late: one.late ?? [] };
  if (!result) return known;
  const stages = stagePointsOf(runner.event, courses);
  return {
    ...known,
    earlyFinish: findEarlyFinish(one, result, courses),
    isRead: [isStartRead, ...stages.map((stage) => timeAt(result, stage) !== null)],
    legsMs: stages.map((stage, at) => legTime(result, stages[at - 1], stage)),
  };
}

/** Reads since their start at points off their course. */
function listOthers(
  { runner, scans, result, gunMs }: CheckedRunner,
  courses: Courses,
): readonly TimePoint[] {
  const course = courses.pointsOf(runner.event);
  const startMs = result?.startedAtMs ?? gunMs ?? -Infinity;
  const found = new Set<TimePoint>();
  for (const { points, timeMs } of scans) {
    const [point] = points;
    if (!point || timeMs < startMs || points.some((each) => course.has(each))) continue;
    found.add(point);
  }
  return found.size === 0 ? NO_POINTS : courses.points.filter((point) => found.has(point));
}

/** On a course with loops the visits decide which read is the finish (RULES.md VS1). */
function findEarlyFinish(
  { runner: { event }, scans }: CheckedRunner,
  result: UnrankedResult,
  courses: Courses,
): EarlyFinish | undefined {
  const { status, startedAtMs, totalMs } = result;
  if (status !== 'finished' || startedAtMs === null || totalMs === null) return undefined;
  if (courses.hasLoop(event) || courses.rankingOf(event).isByLaps) return undefined;
  const atMs = startedAtMs + totalMs;
  const open = courses.stagesOf(event).filter(({ slot }) => timeAt(result, slot) === null);
  if (open.length === 0) return undefined;
  const seen = new Set<TimePoint>();
  for (const { timeMs, points } of scans) {
    if (timeMs > atMs) for (const point of points) seen.add(point);
  }
  const points = open.flatMap(({ slot }) => courses.slots[slot]?.point ?? []);
  const after = points.filter((point) => seen.has(point));
  return after.length === 0 ? undefined : { atMs, points: after };
}

/**
 * Read at two points or more before their gun, and at none since that counts. A band being tried out is read at one.
 */
function isReadEarly({ scans, result, gunMs = -Infinity }: CheckedRunner): boolean {
  if (result?.splitsMs.some((splitMs) => splitMs !== null)) return false;
  const points = new Set<TimePoint | undefined>();
  for (const { points: its, timeMs } of scans) if (timeMs < gunMs) points.add(its[0]);
  return points.size > 1;
}
