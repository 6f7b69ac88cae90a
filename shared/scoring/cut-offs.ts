import type { Runner } from '../model/runner.ts';
import type { EventCode } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import type { CountedScans } from './count-scans.ts';
import type { ScoringRules } from './scoring-rules.ts';

/** A point that has closed for a runner; `at` is its index in `Courses.routeOf`. */
export interface ClosedPoint {
  readonly at: number;
  readonly closedMs: EpochMs;
}

/** A read that counts at a point after its closing (RULES.md CU3). */
export interface LatePassing {
  readonly point: TimePoint;
  /** The index in `Courses.routeOf`: each visit to a repeated point has its own closing. */
  readonly at: number;
  readonly lateMs: DurationMs;
}

/** The first closed point beyond index `after`, for a runner with this gun and {@link findClosings} (RULES.md CU2). */
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

/** How long after a runner's gun each point of the route closes (RULES.md CU1). Empty if none does, or without a gun. */
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

/** The points that a runner passed after their closing, in the order of the course (RULES.md CU3). */
export function listLatePassings(
  runner: Runner,
  counted: CountedScans,
  rules: Pick<ScoringRules, 'courses' | 'of' | 'gunOf'>,
): readonly LatePassing[] {
  const { courses, gunOf } = rules;
  if (courses.closingsOf(runner.event).length === 0) return [];
  const gunMs = gunOf(runner);
  const closings = findClosings(runner.event, gunMs, rules);
  if (gunMs === undefined) return [];
  const codes = ['start', ...courses.visitsOf(runner.event).map(({ code }) => code), 'finish'];
  const route = courses.routeOf(runner.event);
  return codes.flatMap((code, at) => {
    const point = route[at];
    const lateMs = (counted.get(code)?.timeMs ?? -Infinity) - gunMs - (closings[at] ?? Infinity);
    return point !== undefined && lateMs > 0 ? [{ point, at, lateMs }] : [];
  });
}
