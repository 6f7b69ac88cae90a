import type { Report } from '../model/decisions.ts';
import { isWristbanded, type Runner } from '../model/runner.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';

import type { RunnerScore } from './score-runner.ts';

/**
 * Where everybody is (RULES.md RC2): each runner is in exactly one of these states, so that the counts add up.
 * - `no-band`: entered, without a wristband, and nobody saw them;
 * - `to-start`: with a wristband, and waiting for a gun later than that of their distance;
 * - `never-seen`: with a wristband, and nobody saw them;
 * - `did-not-start`: DNS, and nobody saw them;
 * - `withdrawn`: the same, and reported to have withdrawn before the start;
 * - `on-course`: seen, or started by a gun that needs no mat, and in none of the states below;
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

/**
 * Facts that contradict each other (RULES.md RC5): DNS but seen, DNF but through the finish, or read after stopping.
 */
export type Contradiction = 'seen-although-dns' | 'finished-although-dnf' | 'read-after-stop';

/** Where and when a runner was last known to be, by a mat or by a report. */
interface LastWord {
  readonly atMs: EpochMs;
  /** Undefined if the report names no point. */
  readonly point: TimePoint | undefined;
  readonly by: 'read' | 'report';
}

export interface LastRead {
  /** The time of the last read, wherever it was. */
  readonly atMs: EpochMs;
  readonly point: TimePoint | undefined;
  /** The last read at a point of the course other than the finish, if there is one. */
  readonly stage?: StageRead | undefined;
}

interface StageRead {
  readonly atMs: EpochMs;
  readonly point: TimePoint;
  /** The index in the course, for a point that it visits several times. */
  readonly at?: number | undefined;
}

/**
 * The last read, of a mat that serves `points`: with several points, as there and back, the one that counts (RULES.md
 * RC6).
 */
export function findLastRead(
  route: readonly TimePoint[],
  { atMs, points, stage }: Omit<LastRead, 'point'> & { readonly points: readonly TimePoint[] },
): LastRead {
  if (stage?.atMs === atMs) {
    return { atMs, point: stage.point, ...(stage.at !== undefined && { stage }) };
  }
  const own = route.findLast((one) => one !== 'finish' && points.includes(one));
  return { atMs, point: own ?? points[0], stage };
}

export interface RollCallEvidence {
  /** The points of their course in order, the start first (`Courses.routeOf`). */
  readonly route: readonly TimePoint[];
  readonly overrideTime: string;
  readonly isBanded: boolean;
  /** They have a wristband, no counted finish and no override (RULES.md MS1). */
  readonly isMissing: boolean;
  /** Undefined if they were not disqualified. */
  readonly disqualifiedMs?: EpochMs | undefined;
  /** When they came in although they are DNF or DNS (RULES.md MS5). */
  readonly finishMs: EpochMs | undefined;
  /** Undefined if they were never read. */
  readonly lastRead: LastRead | undefined;
  /** In any order. */
  readonly reports: readonly Report[];
  /** Their laps alone make them a finisher (RULES.md MS11). */
  readonly isInByLaps?: boolean;
  /** They are on course without a read (RULES.md ST11). */
  readonly isStartedByGun: boolean;
  /** Their own gun has not gone yet, and is later than that of their event. */
  readonly startsLater?: boolean;
}

export interface RollCallEntry {
  readonly state: RollCallState;
  /** Undefined if neither a mat nor a report places them. */
  readonly lastWord: LastWord | undefined;
  /**
   * The index in the course of the last point passed, 0 for the start; undefined for a runner who is
   * neither on course nor out.
   */
  readonly after: number | undefined;
  readonly contradiction: Contradiction | undefined;
}

/** A runner who stopped at a mat may still be read there for this long (RULES.md RC5). */
const STOP_GRACE_MS = 10 * 60_000;

/** Decides where one runner is (RULES.md RC2 to RC5). */
export function findWhereabouts(evidence: RollCallEvidence): RollCallEntry {
  const { isBanded, isMissing, finishMs, reports, isStartedByGun, startsLater } = evidence;
  const override = parseOverride(evidence.overrideTime)?.kind;
  const lastWord = findLastWord(evidence);
  const isSeen = lastWord !== undefined || finishMs !== undefined;
  const isOut = override === 'dnf' || override === 'dns';
  const isIn = isBanded && !isMissing && override === undefined;
  const hasFinished =
    override === 'total' || (isIn && (!evidence.isInByLaps || isAccountedFor(reports, lastWord)));
  const make = (state: RollCallState): RollCallEntry => ({
    state,
    lastWord,
    after: ['on-course', 'out-safe', 'out-not-safe'].includes(state)
      ? placeOnCourse(evidence)
      : undefined,
    contradiction: findContradiction(evidence, lastWord),
  });
  if (hasFinished) return make('finished');
  if (override === 'dns' && !isSeen) {
    return make(reports.some(({ kind }) => kind === 'withdrawn') ? 'withdrawn' : 'did-not-start');
  }
  if (isOut && finishMs !== undefined) return make('out-safe');
  const hasStarted = isOut || isSeen || (isBanded && isStartedByGun);
  if (!hasStarted && isBanded) return make(startsLater ? 'to-start' : 'never-seen');
  if (!hasStarted) return make('no-band');
  if (isAccountedFor(reports, lastWord)) return make('out-safe');
  return make(isOut ? 'out-not-safe' : 'on-course');
}

/** The latest read or report that places a runner; a report wins over a read of the same moment. */
function findLastWord({ lastRead, reports }: RollCallEvidence): LastWord | undefined {
  let last: LastWord | undefined = lastRead && {
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

/** Whether they were reported safe, and nothing later places them on the course (RULES.md RC4). */
function isAccountedFor(reports: readonly Report[], lastWord: LastWord | undefined): boolean {
  return reports.some(
    ({ kind, isSafe, atMs }) =>
      (kind === 'safe' || isSafe === true) && atMs >= (lastWord?.atMs ?? -Infinity),
  );
}

/**
 * The index of the last point passed, by the latest read or report of a point of the course; a report wins over a read
 * of the same moment.
 */
function placeOnCourse({ route: course, reports, lastRead }: RollCallEvidence): number {
  const words = [...reports, ...(lastRead ? [lastRead, lastRead.stage] : [])];
  const reached = lastRead?.stage?.at ?? 0;
  const places = words.flatMap((word) => {
    const visit = word?.point === undefined ? -1 : findVisit(course, word.point, reached);
    // On a repeated point only the reads that count are laps.
    const isRepeated =
      visit !== -1 &&
      course.indexOf(course[visit] ?? '') !== course.lastIndexOf(course[visit] ?? '');
    const at =
      visit !== -1 && word === lastRead ? Math.max(isRepeated ? 0 : visit, reached) : visit;
    // A runner who has not finished cannot be after the finish.
    return word && at !== -1 && at < course.length - 1 ? [{ at, atMs: word.atMs }] : [];
  });
  // The sort is stable, and the reports come first.
  return places.toSorted((a, b) => b.atMs - a.atMs)[0]?.at ?? 0;
}

/**
 * The index of the visit that a read or report is about: the first at or after the visit that the reads reached, else
 * the last.
 */
function findVisit(route: readonly TimePoint[], point: TimePoint, reached: number): number {
  const at = route.indexOf(point, reached);
  return at === -1 ? route.lastIndexOf(point) : at;
}

function findContradiction(
  { overrideTime, disqualifiedMs, finishMs, lastRead, reports }: RollCallEvidence,
  lastWord: LastWord | undefined,
): Contradiction | undefined {
  const override = parseOverride(overrideTime)?.kind;
  if (override === 'dns' && (lastWord || finishMs !== undefined)) return 'seen-although-dns';
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

/** The number of runners in each state. Each starter is in exactly one of: on course, finished, out (RULES.md RC3). */
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

/**
 * Whether a wristbanded runner has neither a counted finish, nor an override, nor finished by laps (RULES.md MS1,
 * MS11).
 */
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

/** Whether laps make them a finisher, once their event is closed (RULES.md RK12). */
export function isInByLaps({ laps, status }: Pick<RunnerScore, 'laps' | 'status'>): boolean {
  return laps !== undefined && status === 'finished';
}

/**
 * When a runner who is DNF or DNS nevertheless finished (RULES.md MS5): the counted finish that the status overrides,
 * or undefined if there is none.
 */
export function findFinishDespiteDnf({
  status,
  counted,
}: Pick<RunnerScore, 'status' | 'counted'>): EpochMs | undefined {
  return status === 'dnf' ? counted.get('finish')?.timeMs : undefined;
}
