import type { EventCode } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isStartedByGun, type StartSettings } from '#shared/scoring/start-phase.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface PointProgress {
  readonly point: StagePoint;
  readonly count: number;
}

export interface RaceProgress {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  /** Of these, runners without a read who count as started by the gun (RULES.md ST11). */
  readonly byGun: number;
  readonly out: number;
  /** Registered, but not seen yet. */
  readonly awaited: number;
  /** The checkpoints and the finish, in the order of the course. */
  readonly points: readonly PointProgress[];
}

/** The counts of each race at `nowMs`, by the server's clock. */
export function listProgress(
  standings: Standings,
  events: readonly EventCode[],
  nowMs: EpochMs,
  config?: StartSettings,
): readonly RaceProgress[] {
  return events.map((event) => {
    const rows = standings.listed(event);
    const points = stagePointsOf(event, standings.courses).map((point) => ({
      point,
      count: rows.reduce((count, row) => count + (timeAt(row, point) === null ? 0 : 1), 0),
    }));
    const finished = standings.finishers(event).length;
    const seen = standings.onCourse(event).length;
    const out = standings.dnfs(event).length;
    const unread = Math.max(0, (standings.totals[event] ?? 0) - finished - seen - out);
    const byGun = config && isStartedByGun(event, config, nowMs) ? unread : 0;
    return { event, finished, onCourse: seen + byGun, byGun, out, awaited: unread - byGun, points };
  });
}
