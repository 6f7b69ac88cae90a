import { type DurationMs, HOUR_MS } from '../model/time.ts';
import type { ExpectedStage } from './forecast.ts';

/** An expected time, given that the runner is still not there. */
export interface Outlook extends ExpectedStage {
  /** Out for longer than nine of ten need: the times are those originally expected, and all are past. */
  readonly isOverdue: boolean;
}

/**
 * An expected time for a runner who has been out for `outMs` and was not seen there (RULES.md XP7). A time that is past
 * is never announced.
 */
export function lookAhead(expected: ExpectedStage, outMs: DurationMs): Outlook {
  const { elapsedMs, earliestMs, latestMs } = expected;
  if (outMs > latestMs) return { ...expected, isOverdue: true };
  if (outMs <= earliestMs) return { ...expected, isOverdue: false };
  return {
    ...expected,
    elapsedMs: Math.max(elapsedMs, Math.round((outMs + latestMs) / 2)),
    earliestMs: outMs,
    isOverdue: false,
  };
}

/** Nobody waits longer (RULES.md XP7). */
const LONGEST_OVERDUE_MS = 12 * HOUR_MS;

/** Whether the latest moment is so long past that nobody waits there any more (RULES.md XP7). */
export function isLongPast({ latestMs }: ExpectedStage, outMs: DurationMs): boolean {
  return outMs > latestMs + LONGEST_OVERDUE_MS;
}
