import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** What has passed a point of a race. */
export interface PointProgress {
  readonly point: StagePoint;
  readonly count: number;
  /** The moment of the last read there; undefined before the first. */
  readonly lastMs: EpochMs | undefined;
  /** Whether somebody on course was last seen at the point before it, so that reads are to come. */
  readonly isAwaited: boolean;
}

/** Where the runners of a race are. */
export interface RaceProgress {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  readonly out: number;
  /** Registered, and seen nowhere. */
  readonly unseen: number;
  /** The checkpoints and the finish, in the order of the course. */
  readonly points: readonly PointProgress[];
}

/** A point is called silent from this age of its last read on. */
export const SILENT_MS: DurationMs = 10 * MINUTE_MS;

/** Where a race is, from the results alone (SCREENS.md PG1): everyone is gone through once. */
export function trackRace(standings: Standings, event: EventCode): RaceProgress {
  const points = stagePointsOf(event);
  const counts = points.map(() => 0);
  const lastMs = points.map((): EpochMs | undefined => undefined);
  const isAwaited = points.map(() => false);
  const rows = standings.listed(event);
  for (const row of rows) {
    let furthest = -1;
    // By index: of a large field, after each push, a pair for each would cost more than the count.
    for (let index = 0; index < points.length; index += 1) {
      const elapsedMs = timeAt(row, points[index] ?? 'finish');
      if (elapsedMs === null) continue;
      furthest = index;
      counts[index] = (counts[index] ?? 0) + 1;
      if (row.startedAtMs === null) continue;
      lastMs[index] = Math.max(lastMs[index] ?? 0, row.startedAtMs + elapsedMs);
    }
    if (row.status === 'racing') isAwaited[furthest + 1] = true;
  }
  return {
    event,
    finished: standings.finishers(event).length,
    onCourse: standings.onCourse(event).length,
    out: standings.dnfs(event).length,
    unseen: Math.max(0, standings.totals[event] - rows.length),
    points: points.map((point, index) => ({
      point,
      count: counts[index] ?? 0,
      lastMs: lastMs[index],
      isAwaited: isAwaited[index] ?? false,
    })),
  };
}

/** Whether a point says nothing although it should (SCREENS.md PG2). */
export function isSilent({ lastMs, isAwaited }: PointProgress, nowMs: EpochMs): boolean {
  return isAwaited && lastMs !== undefined && nowMs - lastMs >= SILENT_MS;
}
