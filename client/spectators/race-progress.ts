import type { EventCode } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isStartedByGun, type StartSettings } from '#shared/scoring/start-phase.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface PointProgress {
  readonly point: StagePoint;
  readonly count: number;
  /** The moment of the last read there; undefined before the first. */
  readonly lastMs: EpochMs | undefined;
}

export interface RaceProgress {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  /** How many of those started with the gun alone (RULES.md ST11). */
  readonly byGun: number;
  readonly out: number;
  /** Registered, and seen nowhere. */
  readonly awaited: number;
  /** The checkpoints and the finish, in the order of the course. */
  readonly points: readonly PointProgress[];
}

/** The state of each race at `nowMs`, by the server's clock, from the results alone. */
export function listProgress(
  standings: Standings,
  events: readonly EventCode[],
  nowMs: EpochMs,
  config?: StartSettings,
): readonly RaceProgress[] {
  return events.map((event) => {
    const points = countPoints(standings, event, nowMs);
    const finished = standings.finishers(event).length;
    const seen = standings.onCourse(event).length;
    const out = standings.dnfs(event).length;
    const unread = Math.max(0, (standings.totals[event] ?? 0) - finished - seen - out);
    const byGun = config && isStartedByGun(event, config, nowMs) ? unread : 0;
    return { event, finished, onCourse: seen + byGun, byGun, out, awaited: unread - byGun, points };
  });
}

function countPoints(
  standings: Standings,
  event: EventCode,
  nowMs: EpochMs,
): readonly PointProgress[] {
  const points = stagePointsOf(event, standings.courses);
  const counts = points.map(() => 0);
  const lastMs = points.map(() => -Infinity);
  for (const row of standings.listed(event)) {
    for (const [index, point] of points.entries()) {
      const elapsedMs = timeAt(row, point);
      if (elapsedMs === null) continue;
      counts[index] = (counts[index] ?? 0) + 1;
      const atMs = (row.startedAtMs ?? -Infinity) + elapsedMs;
      // One in the future, for example by an override that is too long, is no read.
      if (!isYetToCome(atMs, nowMs)) lastMs[index] = Math.max(lastMs[index] ?? atMs, atMs);
    }
  }
  return points.map((point, index) => {
    const atMs = lastMs[index] ?? -Infinity;
    return { point, count: counts[index] ?? 0, lastMs: atMs === -Infinity ? undefined : atMs };
  });
}
