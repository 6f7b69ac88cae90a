import type { Expect } from '#client/spectators/use-forecast.ts';
import type { RaceProgress } from '#client/spectators/race-progress.ts';
import { lookAhead } from '#shared/forecast/look-ahead.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stage-point.ts';
import type { Steps } from '#shared/scoring/steps.ts';

/** Whose reads a point lacks since its last one, or at all (SCREENS.md PG2). */
export interface PointSilence {
  /** On the way there, expected after the last read, and out for longer than nine of ten need. */
  readonly overdue: number;
  /** Seen further on, and not there. */
  readonly passedUnread: number;
}

/** A point is called silent from this age of its last read on. */
export const SILENT_MS: DurationMs = 10 * MINUTE_MS;
/** One or two give up anywhere without telling. */
export const LEAST_LACKING = 3;
/** Of those who were due at a point: as one in 50 gives up without telling (RULES.md XP4), more than twice as many. */
export const LEAST_SHARE = 1 / 20;

const ROWS_A_STEP = 500;

/** Which points of a race say nothing although they should (SCREENS.md PG2); others can have a turn after each step. */
export function* findSilentPoints(
  rows: Iterable<UnrankedResult>,
  { points }: Pick<RaceProgress, 'points'>,
  expect: Expect,
  nowMs: EpochMs,
): Steps<ReadonlyMap<StagePoint, PointSilence>> {
  const counts = points.map(() => ({ overdue: 0, passedUnread: 0 }));
  // A copy: the standings go on changing between the steps.
  for (const [index, row] of Array.from(rows).entries()) {
    if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const { startedAtMs } = row;
    if (startedAtMs === null) continue;
    const times = points.map(({ point }) => timeAt(row, point));
    const seen = times.findLastIndex((timeMs) => timeMs !== null);
    let beforeMs = startedAtMs;
    for (let at = 0; at < seen; at += 1) {
      const timeMs = times[at] ?? null;
      const count = counts[at];
      if (timeMs !== null) beforeMs = startedAtMs + timeMs;
      // Seen before the point after its last read, so they came by after it.
      else if (count && beforeMs > (points[at]?.lastMs ?? -Infinity)) count.passedUnread += 1;
    }
    const [stage] = row.status === 'racing' ? expect(row) : [];
    const at = stage ? points.findIndex(({ point }) => point === stage.stage) : -1;
    const count = counts[at];
    if (!stage || !count || at <= seen) continue;
    // Who was due while the point still read tells of themselves, not of the point.
    const isAfter = startedAtMs + stage.elapsedMs > (points[at]?.lastMs ?? -Infinity);
    if (isAfter && lookAhead(stage, nowMs - startedAtMs).isOverdue) count.overdue += 1;
  }
  const silent = new Map<StagePoint, PointSilence>();
  for (const [at, { point, count, lastMs }] of points.entries()) {
    const lack = counts[at];
    if (!lack || (lastMs !== undefined && nowMs - lastMs < SILENT_MS)) continue;
    const lacking = lack.overdue + lack.passedUnread;
    if (lacking >= LEAST_LACKING && lacking >= LEAST_SHARE * (count + lacking))
      silent.set(point, lack);
  }
  return silent;
}
