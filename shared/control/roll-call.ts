import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { findCheckIn, type Report } from '../model/decisions.ts';
import { parseTimePoints, type TimePoint } from '../model/time-point.ts';
import type { EpochMs, DurationMs } from '../model/time.ts';
import { compareText } from '../scoring/order.ts';
import type { StartPhase } from '../scoring/start-phase.ts';
import {
  findWhereabouts,
  countStates,
  type LastRead,
  type RollCallCounts,
  type RollCallEntry,
  type RollCallEvidence,
} from '../scoring/whereabouts.ts';
import type { ExpectedRunner } from '../wire/control-api.ts';
import type { LastSeenBody } from '../wire/missing-api.ts';
import type { AdminRunner } from '../wire/runners-api.ts';

/** The roll-call entry of a runner; the same object while unchanged. */
export interface CalledRunner extends RollCallEntry {
  readonly runner: AdminRunner;
  /** See `Courses.routeOf`. */
  readonly route: readonly TimePoint[];
  /** The last read anywhere, if it matters. */
  readonly sight: LastSeenBody | undefined;
  /** Finished by laps, without a read at the finish (RULES.md MS11). */
  readonly isInByLaps: boolean;
  /** When a DNF or DNS finished. */
  readonly finishMs: EpochMs | undefined;
  /** RULES.md RC9. */
  readonly isCheckedIn: boolean;
  /** Latest first. */
  readonly reports: readonly Report[];
}

/** In no order. */
export interface EventRollCall {
  readonly event: EventCode;
  readonly called: readonly CalledRunner[];
  readonly counts: RollCallCounts;
  readonly neverSeen: number;
  readonly neverSeenCheckedIn: number;
}

/** RULES.md RC2. */
export interface RollCall {
  readonly byId: ReadonlyMap<string, CalledRunner>;
  /** Those with runners. */
  readonly events: readonly EventRollCall[];
  readonly counts: RollCallCounts;
}

export interface KnownMissing {
  /** RULES.md MS1. */
  readonly runnerIds: readonly string[];
  /** The last sighting of each; null if never scanned, absent if not known yet. */
  readonly sights: ReadonlyMap<string, LastSeenBody | null>;
  /** When DNFs finished. */
  readonly dnfFinishes: ReadonlyMap<string, EpochMs>;
  /** Last reads of runners who are DNF, DNS or finished by laps alone. */
  readonly seenOuts: ReadonlyMap<string, LastSeenBody>;
}

/** Builds the roll-call from the organisers' lists; `phaseOf` is for runners not read yet. */
export function callEveryone(
  everyone: readonly AdminRunner[],
  { runnerIds, sights, dnfFinishes, seenOuts }: KnownMissing,
  phaseOf: (runner: AdminRunner) => StartPhase,
  courses: Courses,
): RollCall {
  const missing = new Set(runnerIds);
  const byId = new Map<string, CalledRunner>();
  const byEvent = new Map<EventCode, CalledRunner[]>(courses.events.map((event) => [event, []]));
  for (const runner of everyone) {
    const { runnerId, event } = runner;
    const called = callKnown(runner, courses.routeOf(event), {
      isMissing: missing.has(runnerId),
      finishMs: dnfFinishes.get(runnerId),
      sight: seenOuts.get(runnerId) ?? sights.get(runnerId) ?? undefined,
      phase: phaseOf(runner),
      isInByLaps: runner.overrideLime === '' && seenOuts.has(runnerId),
    });
    byId.set(runnerId, called);
    byEvent.get(event)?.push(called);
  }
  const events = courses.events.flatMap((event) => {
    const called = byEvent.get(event) ?? [];
    if (called.length === 0) return [];
    const unseen = called.filter(isNeverSeen);
    const neverSeenCheckedIn = unseen.filter(({ isCheckedIn }) => isCheckedIn).length;
    const counts = countStates(called);
    return [{ event, called, counts, neverSeen: unseen.length, neverSeenCheckedIn }];
  });
  return { byId, events, counts: countStates(byId.values()) };
}

/** On course by the gun alone, whether they came or not (RULES.md ST11). */
export function isByGunAlone({
  state,
  sight,
  lastSighting,
}: Pick<CalledRunner, 'state' | 'sight' | 'lastSighting'>): boolean {
  return state === 'on-course' && !sight && !lastSighting;
}

/** Never seen, with a band, and with a gun that is past or their event's (RULES.md RC2). */
export function isNeverSeen(
  called: Pick<CalledRunner, 'state' | 'sight' | 'lastSighting'>,
): boolean {
  return called.state === 'never-seen' || isByGunAlone(called);
}

/** The last moment a mat or report placed them, if any. */
export function findLastMs({
  lastSighting,
  sight,
}: Pick<CalledRunner, 'lastSighting' | 'sight'>): EpochMs | undefined {
  const lastMs = Math.max(lastSighting?.atMs ?? -Infinity, sight?.lastTime ?? -Infinity);
  return lastMs === -Infinity ? undefined : lastMs;
}

/** The last point passed. */
export function findPlace({
  route,
  after,
}: Pick<CalledRunner, 'route' | 'after'>): TimePoint | undefined {
  return after === undefined ? undefined : route[after];
}

/** The next point. */
export function findNext({
  route,
  after,
}: Pick<CalledRunner, 'route' | 'after'>): TimePoint | undefined {
  return after === undefined ? undefined : route[after + 1];
}

interface Sighting extends Pick<RollCallEvidence, 'isMissing' | 'finishMs'> {
  readonly phase: StartPhase;
  readonly isInByLaps: boolean;
  readonly sight: LastSeenBody | undefined;
}

/** The last entries: a push changes few of 32,000. */
const lastCalled = new WeakMap<AdminRunner, Sighting & { readonly called: CalledRunner }>();

function callKnown(
  runner: AdminRunner,
  route: readonly TimePoint[],
  sighting: Sighting,
): CalledRunner {
  const { isMissing, finishMs, phase, isInByLaps, sight } = sighting;
  const before = lastCalled.get(runner);
  if (before?.called.route === route && isSame(before, sighting)) return before.called;
  const { overrideLime, disqualified, raceNumber, earlierBands = [], reports = [] } = runner;
  const entry = findWhereabouts({
    route,
    overrideTime: overrideLime,
    disqualifiedMs: disqualified?.atMs,
    isBanded: raceNumber !== '' || earlierBands.length > 0,
    isMissing,
    finishMs,
    lastRead: sight && readSight(route, sight),
    reports,
    isStartedByGun: phase === 'by-gun',
    startsLater: phase === 'later',
    isInByLaps,
  });
  const called = {
    ...entry,
    runner,
    route,
    sight,
    isInByLaps,
    finishMs,
    isCheckedIn: findCheckIn(reports) !== undefined,
    reports: reports.toSorted((a, b) => b.atMs - a.atMs || b.enteredMs - a.enteredMs),
  };
  lastCalled.set(runner, { ...sighting, called });
  return called;
}

function isSame(a: Sighting, b: Sighting): boolean {
  return (
    a.isMissing === b.isMissing &&
    a.finishMs === b.finishMs &&
    a.phase === b.phase &&
    a.isInByLaps === b.isInByLaps &&
    isSameSight(a.sight, b.sight)
  );
}

/** Each message brings new objects. */
function isSameSight(a: LastSeenBody | undefined, b: LastSeenBody | undefined): boolean {
  return (
    a === b ||
    (a?.lastTime === b?.lastTime &&
      a?.lastPoint === b?.lastPoint &&
      a?.scans === b?.scans &&
      a?.lastStage?.time === b?.lastStage?.time &&
      a?.lastStage?.point === b?.lastStage?.point &&
      a?.lastStage?.at === b?.lastStage?.at)
  );
}

/** The last read: of several points of a mat the one that counts (RULES.md RC6). */
export function readSight(
  route: readonly TimePoint[],
  { lastStage, lastPoint, lastTime: atMs }: LastSeenBody,
): LastRead {
  const stage = lastStage && { ...lastStage, atMs: lastStage.time };
  if (stage?.atMs === atMs) {
    return { atMs, point: stage.point, ...(stage.at !== undefined && { stage }) };
  }
  const points = parseTimePoints(lastPoint) ?? [];
  const own = route.findLast((one) => one !== 'finish' && points.includes(one));
  return { atMs, point: own ?? points[0], stage };
}

/** The subject that dismisses a contradiction (RULES.md RC7); later evidence makes a new one. */
export function nameContradiction({
  runner,
  contradiction,
  finishMs,
  lastSighting,
}: CalledRunner): string {
  const { runnerId } = runner;
  return `contradiction:${runnerId}:${contradiction}:${finishMs ?? lastSighting?.atMs ?? ''}`;
}

/** By last name, first name, bib. */
export function compareNames(a: CalledRunner, b: CalledRunner): number {
  return (
    compareText(nameOf(a), nameOf(b)) ||
    Number(a.runner.bibNumber) - Number(b.runner.bibNumber) ||
    0
  );
}

function nameOf({ runner }: CalledRunner): string {
  return `${runner.lastName} ${runner.firstName}`;
}

/** By runner, for those on course. */
export type ExpectedTimes = ReadonlyMap<string, ExpectedRunner>;

export interface Lateness extends ExpectedRunner {
  /** Negative if in the future. */
  readonly lateMs: DurationMs;
  /** Later than nine of ten (RULES.md XP7). */
  readonly isOverdue: boolean;
}

/** Undefined if not on course, or through there already. */
export function findLateness(
  { runner: { runnerId }, route, state, after = 0 }: CalledRunner,
  times: ExpectedTimes,
  nowMs: EpochMs,
): Lateness | undefined {
  const expected = times.get(runnerId);
  if (!expected || state !== 'on-course') return undefined;
  if (route.lastIndexOf(expected.point) <= after) return undefined;
  return {
    ...expected,
    lateMs: nowMs - expected.expectedMs,
    isOverdue: nowMs > expected.latestMs,
  };
}
