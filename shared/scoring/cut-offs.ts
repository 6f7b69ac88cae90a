import type { Runner } from '../model/runner.ts';
import type { EventCode } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import type { CountedScans } from './count-scans.ts';
import type { ScoringRules } from './scoring-rules.ts';

/** A point of a course that closed for a runner; `at` is its index in `Courses.routeOf`. */
export interface ClosedPoint {
  readonly at: number;
  readonly closedMs: EpochMs;
}

/** A read that counts at a point after it had closed (RULES.md CU3). */
export interface LatePassing {
  readonly point: TimePoint;
  /** The index in `Courses.routeOf`: a point that comes several times closes several times. */
  readonly at: number;
  readonly lateMs: DurationMs;
}

const NONE: readonly LatePassing[] = [];

/**
 * The first point after `after` on a course that has closed for a runner with this gun (RULES.md CU1, CU2); undefined
 * without one. `closings` is that of `findClosings`.
 */
export function findClosed(
  closings: readonly (DurationMs | undefined)[],
  gunMs: EpochMs | undefined,
  after: number,
  nowMs: EpochMs,
): ClosedPoint | undefined {
  if (gunMs === undefined) return undefined;
  for (let at = after + 1; at < closings.length; at += 1) {
    const closedMs = gunMs + (closings[at] ?? Infinity);
    if (nowMs > closedMs) return { at, closedMs };
  }
  return undefined;
}

/**
 * How long after the gun of a runner each point of their course closes for them: the sooner of the span after it and of
 * the time of day (RULES.md CU1). Empty where none does, or they have no gun.
 */
export function findClosings(
  event: EventCode,
  gunMs: EpochMs | undefined,
  { courses, of }: Pick<ScoringRules, 'courses' | 'of'>,
): readonly (DurationMs | undefined)[] {
  const closings = courses.closingsOf(event);
  if (closings.length === 0 || gunMs === undefined) return [];
  const { closesAtMs } = of(event);
  return closings.map((closing = Infinity, at) => {
    const ms = Math.min(closing, (closesAtMs[at] ?? Infinity) - gunMs);
    return ms === Infinity ? undefined : ms;
  });
}

/** Where a runner was through too late, in the order of the course (RULES.md CU3). */
export function listLatePassings(
  runner: Runner,
  counted: CountedScans,
  rules: Pick<ScoringRules, 'courses' | 'of' | 'gunOf'>,
): readonly LatePassing[] {
  const { courses, gunOf } = rules;
  if (courses.closingsOf(runner.event).length === 0) return NONE;
  const gunMs = gunOf(runner);
  const closings = findClosings(runner.event, gunMs, rules);
  if (gunMs === undefined) return NONE;
  const codes = ['start', ...courses.visitsOf(runner.event).map(({ code }) => code), 'finish'];
  const route = courses.routeOf(runner.event);
  const late = codes.flatMap((code, at) => {
    const point = route[at];
    const lateMs = (counted.get(code)?.timeMs ?? -Infinity) - gunMs - (closings[at] ?? Infinity);
    return point !== undefined && lateMs > 0 ? [{ point, at, lateMs }] : [];
  });
  return late.length === 0 ? NONE : late;
}
