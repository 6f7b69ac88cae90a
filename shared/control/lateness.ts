import type { DurationMs, EpochMs } from '../model/time.ts';
import type { ExpectedRunner } from '../wire/control-api.ts';
import type { CalledRunner } from './roll-call.ts';

/** When those on course are expected at their next point, by runner. */
export type ExpectedTimes = ReadonlyMap<string, ExpectedRunner>;

/** When somebody is expected at their next point, and what has passed since. */
export interface Lateness extends ExpectedRunner {
  /** Negative if still in the future. */
  readonly lateMs: DurationMs;
  /** Nine of ten would be there (RULES.md XP7). */
  readonly isOverdue: boolean;
}

/** Undefined if not on course, or already through there since the time was worked out. */
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
