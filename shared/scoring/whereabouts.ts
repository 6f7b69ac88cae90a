import type { Report } from '../model/decisions.ts';
import { isWristbanded, type Runner } from '../model/runner.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';

import type { RunnerScore } from './score-runner.ts';

/**
 * The states of race control, of which each runner is in exactly one (RULES.md RC2):
 * - `no-band`: no wristband, never seen;
 * - `to-start`: with a wristband, and a later gun than their distance;
 * - `never-seen`: with a wristband, never seen;
 * - `did-not-start`: DNS, never seen;
 * - `withdrawn`: the same, reported as withdrawn before the start;
 * - `on-course`: seen, or started with the gun, and in none of the states below;
 * - `finished`;
 * - `out-safe`: out of the race, and accounted for;
 * - `out-not-safe`: out of the race, and not known to be safe.
 */
export const ROLL_CALL_STATES = [
  'no-band',
  'to-start',
  'never-seen',
  'did-not-start',
  'withdrawn',
  'on-course',
  'finished',
  'out-safe',
  'out-not-safe',
] as const;
export type RollCallState = (typeof ROLL_CALL_STATES)[number];

/** RULES.md RC5. */
export type Contradiction = 'seen-although-dns' | 'finished-although-dnf' | 'read-after-stop';

/** The last read or report that places a runner. */
interface LastSighting {
  readonly atMs: EpochMs;
  /** Undefined for a report without a point. */
  readonly point: TimePoint | undefined;
  readonly by: 'read' | 'report';
}

export interface LastRead {
  /** The last read anywhere. */
  readonly atMs: EpochMs;
  readonly point: TimePoint | undefined;
  /** The last read at a point of the course before the finish. */
  readonly stage?: StageRead | undefined;
}

interface StageRead {
  readonly atMs: EpochMs;
  readonly point: TimePoint;
  /** The index in the course, for a repeated point. */
  readonly at?: number | undefined;
}

export interface RollCallEvidence {
  /** See `Courses.routeOf`. */
  readonly route: readonly TimePoint[];
  readonly overrideTime: string;
  readonly isBanded: boolean;
  /** RULES.md MS1. */
  readonly isMissing: boolean;
  /** When they were disqualified, if they were. */
  readonly disqualifiedMs?: EpochMs | undefined;
  /** When a DNF or DNS finished (RULES.md MS5). */
  readonly finishMs: EpochMs | undefined;
  /** Undefined if never read. */
  readonly lastRead: LastRead | undefined;
  /** In any order. */
  readonly reports: readonly Report[];
  /** They finished by laps alone (RULES.md MS11). */
  readonly isInByLaps?: boolean;
  /** They are on course without a read (RULES.md ST11). */
  readonly isStartedByGun: boolean;
  /** Their gun is to come, and later than that of their event. */
  readonly startsLater?: boolean;
}

export interface RollCallEntry {
  readonly state: RollCallState;
  /** Undefined if never seen. */
  readonly lastSighting: LastSighting | undefined;
  /** The index in the course of the last point passed, 0 for the start; undefined unless on course or out. */
  readonly after: number | undefined;
  readonly contradiction: Contradiction | undefined;
}

/** A runner who stopped at a mat may still be read there for this long (RULES.md RC5). */
const STOP_GRACE_MS = 10 * 60_000;

/** Decides where one runner is (RULES.md RC2 to RC5). */
export function findWhereabouts(evidence: RollCallEvidence): RollCallEntry {
  const { isBanded, isMissing, finishMs, reports, isStartedByGun, startsLater } = evidence;
  const override = parseOverride(evidence.overrideTime)?.kind;
  const lastSighting = findLastSighting(evidence);
  const isSeen = lastSighting !== undefined || finishMs !== undefined;
  const isOut = override === 'dnf' || override === 'dns';
  const isIn = isBanded && !isMissing && override === undefined;
  const hasFinished =
    override === 'total' ||
    (isIn && (!evidence.isInByLaps || isAccountedFor(reports, lastSighting)));
  const make = (state: RollCallState): RollCallEntry => ({
    state,
    lastSighting,
    after: ['on-course', 'out-safe', 'out-not-safe'].includes(state)
      ? placeOnCourse(evidence)
      : undefined,
    contradiction: findContradiction(evidence, lastSighting),
  });
  if (hasFinished) return make('finished');
  if (override === 'dns' && !isSeen) {
    return make(reports.some(({ kind }) => kind === 'withdrawn') ? 'withdrawn' : 'did-not-start');
  }
  if (isOut && finishMs !== undefined) return make('out-safe');
  const hasStarted = isOut || isSeen || (isBanded && isStartedByGun);
  if (!hasStarted && isBanded) return make(startsLater ? 'to-start' : 'never-seen');
  if (!hasStarted) return make('no-band');
  if (isAccountedFor(reports, lastSighting)) return make('out-safe');
  return make(isOut ? 'out-not-safe' : 'on-course');
}

/** The latest read or report that places a runner; of one moment the report. */
function findLastSighting({ lastRead, reports }: RollCallEvidence): LastSighting | undefined {
  let last: LastSighting | undefined = lastRead && {
    atMs: lastRead.atMs,
    point: lastRead.point,
    by: 'read',
  };
  for (const { kind, atMs, point } of reports) {
    if (kind !== 'seen' && kind !== 'stopped') continue;
    if (!last || atMs >= last.atMs) last = { atMs, point, by: 'report' };
  }
  return last;
}

/** Whether they were reported safe and not seen later (RULES.md RC4). */
function isAccountedFor(reports: readonly Report[], last: LastSighting | undefined): boolean {
  return reports.some(
    ({ kind, isSafe, atMs }) =>
      (kind === 'safe' || isSafe === true) && atMs >= (last?.atMs ?? -Infinity),
  );
}

/**
 * The index of the last point passed, by the latest read or report at a point of the course; of one moment the report.
 */
function placeOnCourse({ route: course, reports, lastRead }: RollCallEvidence): number {
  const sightings = [...reports, ...(lastRead ? [lastRead, lastRead.stage] : [])];
  const reached = lastRead?.stage?.at ?? 0;
  const places = sightings.flatMap((one) => {
    const visit = one?.point === undefined ? -1 : findVisit(course, one.point, reached);
    // On a repeated point only the reads that count are laps.
    const isRepeated =
      visit !== -1 &&
      course.indexOf(course[visit] ?? '') !== course.lastIndexOf(course[visit] ?? '');
    const at = visit !== -1 && one === lastRead ? Math.max(isRepeated ? 0 : visit, reached) : visit;
    // A runner who has not finished cannot be after the finish.
    return one && at !== -1 && at < course.length - 1 ? [{ at, atMs: one.atMs }] : [];
  });
  // The sort is stable, and the reports come first.
  return places.toSorted((a, b) => b.atMs - a.atMs)[0]?.at ?? 0;
}

/** The index of the visited point: the first visit from the one that the reads reached, else the last. */
function findVisit(route: readonly TimePoint[], point: TimePoint, reached: number): number {
  const at = route.indexOf(point, reached);
  return at === -1 ? route.lastIndexOf(point) : at;
}

function findContradiction(
  { overrideTime, disqualifiedMs, finishMs, lastRead, reports }: RollCallEvidence,
  lastSighting: LastSighting | undefined,
): Contradiction | undefined {
  const override = parseOverride(overrideTime)?.kind;
  if (override === 'dns' && (lastSighting || finishMs !== undefined)) return 'seen-although-dns';
  if (override !== 'dnf') return undefined;
  // A finisher may be disqualified afterwards.
  if (finishMs !== undefined) {
    return finishMs > (disqualifiedMs ?? -Infinity) ? 'finished-although-dnf' : undefined;
  }
  const stops = reports.flatMap(({ kind, atMs }) => (kind === 'stopped' ? [atMs] : []));
  const stoppedMs = Math.max(...stops, disqualifiedMs ?? -Infinity);
  if (!lastRead || stoppedMs === -Infinity) return undefined;
  return lastRead.atMs > stoppedMs + STOP_GRACE_MS ? 'read-after-stop' : undefined;
}

/** The number of runners in each state (RULES.md RC3). */
export interface RollCallCounts extends Readonly<Record<RollCallState, number>> {
  readonly started: number;
}

export function countStates(called: Iterable<Pick<RollCallEntry, 'state'>>): RollCallCounts {
  const counts = Object.fromEntries(ROLL_CALL_STATES.map((state) => [state, 0])) as Record<
    RollCallState,
    number
  >;
  for (const { state } of called) counts[state] += 1;
  const { 'on-course': onCourse, finished, 'out-safe': safe, 'out-not-safe': notSafe } = counts;
  return { ...counts, started: onCourse + finished + safe + notSafe };
}

/** Whether a wristbanded runner has no finish and no override (RULES.md MS1, MS11). */
export function isMissing(
  runner: Runner,
  score: Pick<RunnerScore, 'hasFinish' | 'laps' | 'status'>,
): boolean {
  return (
    isWristbanded(runner) &&
    !score.hasFinish &&
    !isInByLaps(score) &&
    parseOverride(runner.overrideTime) === undefined
  );
}

/** Whether they finished by laps, once their event is closed (RULES.md RK12). */
export function isInByLaps({ laps, status }: Pick<RunnerScore, 'laps' | 'status'>): boolean {
  return laps !== undefined && status === 'finished';
}

/** When a DNF or DNS finished after all (RULES.md MS5). */
export function findFinishDespiteDnf({
  status,
  counted,
}: Pick<RunnerScore, 'status' | 'counted'>): EpochMs | undefined {
  return status === 'dnf' ? counted.get('finish')?.timeMs : undefined;
}
