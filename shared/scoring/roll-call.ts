import type { Report } from '../model/report.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { parseOverride } from '../model/typed-words.ts';

/**
 * Where everybody is (RULES.md RC2): each runner is in one of these, so that their numbers add up.
 * - `no-band`: entered, without a wristband, and nobody saw them;
 * - `to-start`: with a wristband and a gun that is later than that of their distance, and yet to come;
 * - `never-seen`: with a wristband, and nobody saw them;
 * - `did-not-start`: DNS, and nobody saw them;
 * - `withdrawn`: the same, and it is reported that they withdrew before the start;
 * - `on-course`: seen, or gone with a gun that needs no mat, and not yet anything below;
 * - `finished`;
 * - `out-safe`: not in the race any more, and accounted for;
 * - `out-not-safe`: not in the race any more, and nobody knows that they are safe.
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

/** What does not go together (RULES.md RC5): DNS although somebody saw them, DNF and through the finish, or read after they had stopped. */
export type Contradiction = 'seen-although-dns' | 'finished-although-dnf' | 'read-after-stop';

/** Where and when a runner was last, by a mat or by somebody's word. */
export interface LastWord {
  readonly atMs: EpochMs;
  /** Undefined where the word named none. */
  readonly point: TimePoint | undefined;
  readonly by: 'read' | 'report';
}

/** Where and when mats read a runner. */
export interface LastRead {
  /** Of the last read, wherever it was. */
  readonly atMs: EpochMs;
  readonly point: TimePoint | undefined;
  /** The last read at a point of the course, the finish apart, where that is another one; undefined without one. */
  readonly stage?: StageRead | undefined;
}

export interface StageRead {
  readonly atMs: EpochMs;
  readonly point: TimePoint;
  /** Which point of the way it is, where one comes several times. */
  readonly at?: number | undefined;
}

/** The last read of a mat with those `points`: of several, as there and back, the one that counts (RULES.md RC6). */
export function findLastRead(
  way: readonly TimePoint[],
  { atMs, points, stage }: Omit<LastRead, 'point'> & { readonly points: readonly TimePoint[] },
): LastRead {
  if (stage?.atMs === atMs) {
    return { atMs, point: stage.point, ...(stage.at !== undefined && { stage }) };
  }
  const own = way.findLast((one) => one !== 'finish' && points.includes(one));
  return { atMs, point: own ?? points[0], stage };
}

/** What is known of a runner. */
export interface RollCallEvidence {
  /** The points of their course in order, the start first (`Courses.wayOf`). */
  readonly way: readonly TimePoint[];
  readonly overrideTime: string;
  /** Whether they hold a wristband number. */
  readonly isBanded: boolean;
  /** Whether they have a wristband, no counted finish and no override (RULES.md MS1). */
  readonly isMissing: boolean;
  /** When they were disqualified; undefined for whoever was not. */
  readonly disqualifiedMs?: EpochMs | undefined;
  /** When one who is DNF or DNS came in all the same (RULES.md MS5). */
  readonly finishMs: EpochMs | undefined;
  /** Undefined for one never read. */
  readonly lastRead: LastRead | undefined;
  /** In any order. */
  readonly reports: readonly Report[];
  /** Whether laps alone make a finisher of them (RULES.md MS11). */
  readonly isInByLaps?: boolean;
  /** Whether they are on course without a read (RULES.md ST11). */
  readonly isStartedByGun: boolean;
  /** Whether their own gun is yet to come, and later than that of their event. */
  readonly startsLater?: boolean;
}

export interface RollCallEntry {
  readonly state: RollCallState;
  /** The last that mats or people told of where they were; undefined where nobody did. */
  readonly lastWord: LastWord | undefined;
  /**
   * The index in the course of the point after which they are, 0 being the start; undefined for who is
   * neither on course nor out.
   */
  readonly after: number | undefined;
  readonly contradiction: Contradiction | undefined;
}

/** Who stopped at a mat may be read there for a while (RULES.md RC5). */
const STOP_GRACE_MS = 10 * 60_000;

/** Where one runner is (RULES.md RC2 to RC5). */
export function callRunner(evidence: RollCallEvidence): RollCallEntry {
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

/** The latest of reads and reports that place a runner; of two at one moment the report. */
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

/** Somebody said that they are safe, and nothing later places them on the course (RULES.md RC4). */
function isAccountedFor(reports: readonly Report[], lastWord: LastWord | undefined): boolean {
  return reports.some(
    ({ kind, isSafe, atMs }) =>
      (kind === 'safe' || isSafe === true) && atMs >= (lastWord?.atMs ?? -Infinity),
  );
}

/** After the point that the latest word names of those that name one of the course; of one moment the report's. */
function placeOnCourse({ way: course, reports, lastRead }: RollCallEvidence): number {
  const words = [...reports, ...(lastRead ? [lastRead, lastRead.stage] : [])];
  const reached = lastRead?.stage?.at ?? 0;
  const places = words.flatMap((word) => {
    const visit = word?.point === undefined ? -1 : findVisit(course, word.point, reached);
    // A mat at the start line reads whoever comes by after a lap.
    const at = visit !== -1 && word === lastRead ? Math.max(visit, reached) : visit;
    // Nobody is after the finish who has not finished.
    return word && at !== -1 && at < course.length - 1 ? [{ at, atMs: word.atMs }] : [];
  });
  // The sort leaves equals as they come.
  return places.toSorted((a, b) => b.atMs - a.atMs)[0]?.at ?? 0;
}

/** The visit to a point that a word is of: of several the first no nearer to the start than the reads reached. */
function findVisit(way: readonly TimePoint[], point: TimePoint, reached: number): number {
  const at = way.indexOf(point, reached);
  return at === -1 ? way.lastIndexOf(point) : at;
}

function findContradiction(
  { overrideTime, disqualifiedMs, finishMs, lastRead, reports }: RollCallEvidence,
  lastWord: LastWord | undefined,
): Contradiction | undefined {
  const override = parseOverride(overrideTime)?.kind;
  if (override === 'dns' && (lastWord || finishMs !== undefined)) return 'seen-although-dns';
  if (override !== 'dnf') return undefined;
  // Who has finished may be disqualified afterwards.
  if (finishMs !== undefined) {
    return finishMs > (disqualifiedMs ?? -Infinity) ? 'finished-although-dnf' : undefined;
  }
  const stops = reports.flatMap(({ kind, atMs }) => (kind === 'stopped' ? [atMs] : []));
  const stoppedMs = Math.max(...stops, disqualifiedMs ?? -Infinity);
  if (!lastRead || stoppedMs === -Infinity) return undefined;
  return lastRead.atMs > stoppedMs + STOP_GRACE_MS ? 'read-after-stop' : undefined;
}

/** How many are where. Whoever started is on course, finished or out, and in one of these alone (RULES.md RC3). */
export interface RollCallCounts extends Readonly<Record<RollCallState, number>> {
  readonly started: number;
}

export function countStates(states: Iterable<RollCallState>): RollCallCounts {
  const counts = Object.fromEntries(ROLL_CALL_STATES.map((state) => [state, 0])) as Record<
    RollCallState,
    number
  >;
  for (const state of states) counts[state] += 1;
  const { 'on-course': onCourse, finished, 'out-safe': safe, 'out-not-safe': notSafe } = counts;
  return { ...counts, started: onCourse + finished + safe + notSafe };
}
