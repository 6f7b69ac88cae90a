import type { Expect } from '#client/spectators/use-forecast.ts';
import type { RaceProgress } from '#client/spectators/race-progress.ts';
import { SILENT_MS, findLacking, leastLacking } from '#shared/forecast/lacking.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';

/** The runners whose reads a point lacks since its last read, or all of them if it has no read (SCREENS.md PG2). */
export interface PointSilence {
  /** Runners on the way there who were expected after the last read and are out for longer than nine of ten need. */
  readonly overdue: number;
  /** Runners seen further on, but not there. */
  readonly passedUnread: number;
}

/** The points of a race that are silent although they should not be (SCREENS.md PG2). Yields after each step. */
export function findSilentPoints(
  rows: Iterable<UnrankedResult>,
  { points }: Pick<RaceProgress, 'points'>,
  expect: Expect,
  nowMs: EpochMs,
): ReadonlyMap<StagePoint, PointSilence> {
  const lacking = findLacking(rows, points, expect);
  const silent = new Map<StagePoint, PointSilence>();
  for (const [at, { point, count, lastMs }] of points.entries()) {
    const here = lacking[at] ?? [];
    if (lastMs !== undefined && nowMs - lastMs < SILENT_MS) continue;
    const passedUnread = here.filter(({ isSeenBeyond }) => isSeenBeyond).length;
    const overdue = here.filter((one) => !one.isSeenBeyond && one.fromMs < nowMs).length;
    if (overdue + passedUnread >= leastLacking(count)) silent.set(point, { overdue, passedUnread });
  }
  return silent;
}
