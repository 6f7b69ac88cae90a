import type { DurationMs } from '../model/time.ts';
import type { UnrankedResult } from '../model/result.ts';

/** The last checkpoint at which a runner was read, and when. */
export interface CourseLocation {
  /** The index of the checkpoint. */
  readonly slot: number;
  readonly elapsedMs: DurationMs;
}

/**
 * Where a runner was seen last: the split with the greatest elapsed time, of
 * equal ones the later checkpoint (RULES.md RK8). Undefined without a split.
 */
export function locateOnCourse(
  result: Pick<UnrankedResult, 'splitsMs'>,
): CourseLocation | undefined {
  let latest: CourseLocation | undefined;
  for (const [slot, elapsedMs] of result.splitsMs.entries()) {
    if (elapsedMs === null || (latest && elapsedMs < latest.elapsedMs)) continue;
    latest = { slot, elapsedMs };
  }
  return latest;
}
