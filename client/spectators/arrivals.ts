import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface Arrival {
  readonly result: UnrankedResult;
  readonly point: StagePoint;
  /** Since the runner's start. */
  readonly elapsedMs: DurationMs;
  readonly atMs: EpochMs;
}

export interface ArrivalQuery {
  /** By default every point of the course. */
  readonly point?: StagePoint;
  /** By default all events. */
  readonly events?: readonly EventCode[];
  readonly limit: number;
}

/**
 * The latest arrivals up to `nowMs`, by the server's clock, newest first. They are derived from the standings alone, as
 * start plus time: a corrected time moves an arrival, and a DNF removes the one at the finish. Simultaneous arrivals
 * are in the order of the standings, those of one runner with the finish first. Future ones do not count (SCREENS.md
 * AR5).
 */
export function listLatestArrivals(
  standings: Standings,
  { point, events = standings.courses.events, limit }: ArrivalQuery,
  nowMs: EpochMs,
): readonly Arrival[] {
  const latest: Arrival[] = [];
  const slots = typeof point === 'number' ? [point] : [...standings.courses.slots.keys()];
  const points: readonly StagePoint[] =
    point === undefined ? [...slots.toReversed(), 'finish'] : [point];
  // Walks backwards, as simultaneous arrivals are inserted before those already listed. In this order runners who
  // started together come latest first, so that few are inserted in the middle.
  for (const event of events.toReversed()) {
    const runners =
      point === 'finish' ? standings.finishers(event).list() : standings.listed(event);
    for (const result of runners.toReversed()) {
      for (const at of points) {
        const elapsedMs = at === 'finish' ? result.totalMs : (result.splitsMs[at] ?? null);
        if (elapsedMs === null || result.startedAtMs === null) continue;
        const atMs = result.startedAtMs + elapsedMs;
        const isTooEarly = latest.length >= limit && atMs < (latest.at(-1)?.atMs ?? Infinity);
        if (isTooEarly || isYetToCome(atMs, nowMs)) continue;
        let index = latest.length;
        while (index > 0 && atMs >= (latest[index - 1]?.atMs ?? Infinity)) index -= 1;
        latest.splice(index, 0, { result, point: at, elapsedMs, atMs });
        latest.length = Math.min(latest.length, limit);
      }
    }
  }
  return latest;
}
