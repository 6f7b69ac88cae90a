import type { EventCode } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { type ClosedPoint, findClosed, findClosings } from '../scoring/cut-offs.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';

import {
  type CalledRunner,
  type RollCall,
  type ExpectedTimes,
  findLateness,
  readSight,
} from './roll-call.ts';

export interface CutOffContext {
  readonly rules: Pick<ScoringRules, 'gunOf' | 'guns' | 'of' | 'courses'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** A runner on course before a closed point, or reported at one after its closing (RULES.md CU2). */
export interface PastCutOff extends ClosedPoint {
  readonly point: TimePoint;
  readonly isReportedLate: boolean;
  /** A lap against the clock that ended, so that they are out (RULES.md RK16). */
  readonly isOutByLap: boolean;
}

/** The runners of an event past the same cut-off. */
export interface CutOffGroup extends PastCutOff {
  /** Names the cut-off while it lasts. */
  readonly key: string;
  readonly event: EventCode;
  readonly runners: readonly CalledRunner[];
  /** When it closed for each of them, by id; `closedMs` is the first. */
  readonly closedFor: ReadonlyMap<string, EpochMs>;
}

/** The closing of a point, and the runners still before it (RULES.md CU4). */
export interface PointClosing {
  /** The index in `Courses.routeOf`. */
  readonly at: number;
  readonly point: TimePoint;
  /** For the main and the last gun. */
  readonly mainMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly isOver: boolean;
  /** Runners on course, or out and not safe. */
  readonly before: number;
}

/** Undefined if in time or not on course; finishers by laps must be found, not made DNF. */
function findPastCutOff(
  { runner, state, route, after = 0, sight, lastSighting, isInByLaps }: CalledRunner,
  { rules, nowMs }: CutOffContext,
): PastCutOff | undefined {
  if (state !== 'on-course' || isInByLaps) return undefined;
  if (rules.courses.closingsOf(runner.event).length === 0) return undefined;
  const gunMs = rules.gunOf(runner);
  const closings = findClosings(runner.event, gunMs, rules);
  if (gunMs === undefined) return undefined;
  const closed = findClosed(closings, gunMs, after, nowMs);
  const isOutByLap = rules.of(runner.event).lapEveryMs !== undefined;
  if (closed) {
    return { ...closed, point: route[closed.at] ?? 'finish', isReportedLate: false, isOutByLap };
  }
  const point = route[after];
  // A late read is to check instead (RULES.md CU3).
  if (lastSighting?.by !== 'report' || lastSighting.point !== point) return undefined;
  const readAt = sight && (sight.lastStage?.point ?? readSight(route, sight).point);
  if (point === undefined || readAt === point) return undefined;
  const closedMs = gunMs + (closings[after] ?? Infinity);
  if (lastSighting.atMs <= closedMs) return undefined;
  return { at: after, closedMs, point, isReportedLate: true, isOutByLap: false };
}

export function groupPastCutOffs(
  { byId }: Pick<RollCall, 'byId'>,
  context: CutOffContext,
): readonly CutOffGroup[] {
  const groups = new Map<
    string,
    CutOffGroup & { runners: CalledRunner[]; closedFor: Map<string, EpochMs> }
  >();
  for (const called of byId.values()) {
    const past = findPastCutOff(called, context);
    if (!past) continue;
    const { event, runnerId } = called.runner;
    const key = `cut-off:${event}:${past.at}${past.isReportedLate ? ':late' : ''}`;
    const group = groups.get(key);
    group?.runners.push(called);
    const closedMs = Math.min(past.closedMs, group?.closedMs ?? Infinity);
    const runners = group?.runners ?? [called];
    const closedFor = (group?.closedFor ?? new Map<string, EpochMs>()).set(runnerId, past.closedMs);
    groups.set(key, { ...past, key, event, closedMs, runners, closedFor });
  }
  return [...groups.values()].toSorted((a, b) => a.closedMs - b.closedMs || a.at - b.at);
}

/**
 * The report of a runner past a cut-off (RULES.md CU5). One who missed a lap against the clock keeps their laps. Others are
 * at the point only if reported there, or they would be searched for in the wrong place.
 */
export function reportTimeOut(
  {
    point,
    isReportedLate,
    isOutByLap,
  }: Pick<CutOffGroup, 'point' | 'isReportedLate' | 'isOutByLap'>,
  report: { readonly runnerId: string; readonly atMs: EpochMs; readonly text: string },
) {
  if (isOutByLap) return { ...report, kind: 'safe' } as const;
  const at = isReportedLate ? { point } : {};
  return { ...report, kind: 'stopped', reason: 'timed-out', ...at } as const;
}

/** The closings of the points of an event, in order of the route; empty if none closes. */
export function listClosings(
  event: EventCode,
  everybody: readonly CalledRunner[],
  { rules, nowMs }: CutOffContext,
): readonly PointClosing[] {
  if (rules.courses.closingsOf(event).length === 0) return [];
  const out = everybody.filter(({ state }) => state === 'on-course' || state === 'out-not-safe');
  const yet = everybody.filter(({ state }) => state === 'never-seen' || state === 'to-start');
  const waves = rules.courses.setup.waves.filter(({ distance }) => distance === event);
  const guns = [
    ...(waves.length === 0 ? [event] : waves.map(({ id }) => id)).map((key) => rules.guns[key]),
    ...[...out, ...yet].map(({ runner }) => rules.gunOf(runner)),
  ].filter((gunMs) => gunMs !== undefined);
  if (guns.length === 0) return [];
  const lastMs = guns.reduce((a, b) => Math.max(a, b));
  const mainMs = rules.guns[event] ?? lastMs;
  const [many, last] = [mainMs, lastMs].map((ms) => findClosings(event, ms, rules));
  const all = rules.courses.routeOf(event).flatMap((point, at): PointClosing[] => {
    const closing = last?.[at];
    if (closing === undefined) return [];
    const untilMs = lastMs + closing;
    const before = out.filter(({ after = 0 }) => after < at).length;
    const mainAtMs = mainMs + (many?.[at] ?? closing);
    return [{ at, point, mainMs: mainAtMs, untilMs, isOver: nowMs > untilMs, before }];
  });
  if (rules.of(event).lapEveryMs === undefined) return all;
  // Only the next lap against the clock and the one before matter.
  const next = all.findIndex(({ isOver }) => !isOver);
  return all.slice(Math.max(0, next - 1), next + 1);
}

export interface NeedContext {
  readonly times: ExpectedTimes;
  readonly pastCutOffs: readonly Pick<CutOffGroup, 'runners'>[];
  readonly rules: Pick<ScoringRules, 'of'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/** The number of runners to look for now: out and not safe, out at closing, overdue, or past a cut-off. */
export function countInNeed(
  rollCall: RollCall,
  { times, pastCutOffs, rules, nowMs }: NeedContext,
): number {
  const late = new Set(
    pastCutOffs.flatMap(({ runners }) => runners.map(({ runner }) => runner.runnerId)),
  );
  let count = 0;
  for (const called of rollCall.byId.values()) {
    const { runner, state, isInByLaps } = called;
    const isInNeed =
      state === 'out-not-safe' ||
      (state === 'on-course' &&
        (late.has(runner.runnerId) ||
          (rules.of(runner.event).isClosed
            ? !isInByLaps
            : findLateness(called, times, nowMs)?.isOverdue)));
    if (isInNeed) count += 1;
  }
  return count;
}
