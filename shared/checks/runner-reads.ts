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
  /** As in the standings, if listed. */
  readonly result: UnrankedResult | undefined;
  /** In any order. */
  readonly scans: Iterable<Scan>;
  /** They have an own start (RULES.md ST4). */
  readonly isStartRead: boolean;
  /** RULES.md ST12. */
  readonly gunMs: EpochMs | undefined;
  /** RULES.md CU3. */
  readonly late: readonly LatePassing[];
  /** A time by hand that their own reads contradict (RULES.md OV11). */
  readonly byHand?: Contradiction | undefined;
}

/** The scored reads of a runner, kept until they change. */
export interface RunnerReads {
  readonly runner: Runner;
  /** Undefined without a bib, and if they take no part. */
  readonly bibKey: string | undefined;
  /** By point of `Courses.routeOf`; empty unless listed without an override. */
  readonly isRead: readonly boolean[];
  /** Between these points; null if unknown. */
  readonly legsMs: readonly (DurationMs | null)[];
  /** The first points of mats off their course that read them. */
  readonly others: readonly TimePoint[];
  /** The counted finish, if points of the course were read only after it. */
  readonly earlyFinish: EarlyFinish | undefined;
  readonly late: readonly LatePassing[];
  readonly byHand: Contradiction | undefined;
}

/** Collects the facts to check of a runner; an override means that somebody has looked (RULES.md MS7). */
export function readRunner(one: CheckedRunner, courses: Courses): RunnerReads {
  const { runner, result, isStartRead } = one;
  const bib = runner.bibNumber.trim().toUpperCase();
  const bibKey = bib === '' || !takesPart(runner) ? undefined : `${runner.event} ${bib}`;
  const { byHand } = one;
  const none = {
    isRead: [],
    legsMs: [],
    others: [],
    earlyFinish: undefined,
    late: [],
  };
  const entry = { runner, bibKey, byHand, ...none };
  if (parseOverride(runner.overrideTime) !== undefined) return entry;
  const others = listOthers(one, courses);
  const known = { ...entry, others, late: one.late };
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

/** On courses with loops the visits determine the finish (RULES.md VS1). */
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
