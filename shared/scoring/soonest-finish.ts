import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { stagePointsOf, timeAt } from './stages.ts';

/** The share of the fastest time so far that a runner still out may need. */
const PLAUSIBLE = 0.95;

/** A runner on course, with the lowest total still possible. */
export interface Soonest {
  readonly row: UnrankedResult;
  readonly soonestMs: DurationMs;
}

/**
 * The lowest possible totals of the runners on course among `rows`, those of one event, the most likely first (RULES.md
 * XP9).
 */
export function findSoonest(
  rows: readonly UnrankedResult[],
  event: EventCode,
  courses: Courses,
): readonly Soonest[] {
  const points = stagePointsOf(event, courses);
  // The shortest time to the finish so far, from the start and from each point.
  const toFinish = points.map(() => Infinity);
  // Runners still out cannot finish before the last read at the finish.
  let lastReadMs = -Infinity;
  for (const row of rows) {
    const totalMs = timeAt(row, 'finish');
    if (totalMs === null) continue;
    if (row.startedAtMs !== null) lastReadMs = Math.max(lastReadMs, row.startedAtMs + totalMs);
    for (const [at, point] of points.slice(0, -1).entries()) {
      const beforeMs = timeAt(row, point);
      if (beforeMs === null || beforeMs >= totalMs) continue;
      toFinish[at + 1] = Math.min(toFinish[at + 1] ?? Infinity, totalMs - beforeMs);
    }
    toFinish[0] = Math.min(toFinish[0] ?? Infinity, totalMs);
  }
  const soonestOf = (row: UnrankedResult): DurationMs => {
    const at = points.findLastIndex((point) => timeAt(row, point) !== null);
    const seenMs = at === -1 ? 0 : (timeAt(row, points[at] ?? 'finish') ?? 0);
    const restMs = toFinish[at + 1] ?? Infinity;
    const outMs = row.startedAtMs === null ? 0 : lastReadMs - row.startedAtMs;
    return Math.max(outMs, restMs === Infinity ? seenMs : seenMs + PLAUSIBLE * restMs);
  };
  return rows
    .filter(({ status }) => status === 'racing')
    .map((row) => ({ row, soonestMs: soonestOf(row) }))
    .toSorted((a, b) => a.soonestMs - b.soonestMs);
}
