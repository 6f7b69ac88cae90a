import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import type { StagePoint } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface Arrival {
  readonly result: UnrankedResult;
  readonly point: StagePoint;
  /** Since their start. */
  readonly elapsedMs: DurationMs;
  readonly atMs: EpochMs;
}

export interface ArrivalQuery {
  /** Without it, every point of the course. */
  readonly point?: StagePoint;
  /** The events whose runners count; without it all of them. */
  readonly events?: readonly EventCode[];
  readonly limit: number;
}

/**
 * The latest arrivals up to `nowMs`, by the server's clock, newest first. They follow from the standings
 * alone: the runner's start plus the time at the point is the moment, so a corrected time moves an arrival, and a DNF
 * removes the one at the finish. Arrivals of one moment are in the order of the standings, those of one runner with the
 * finish first. Future arrivals, for example by an override that is too long, do not count (SCREENS.md AR5).
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
  // In reverse order an arrival comes before those of the same moment. Among runners who started together the last to
  // arrive is listed last, so that hardly any has to be inserted between others.
  for (const event of events.toReversed()) {
    // Nobody else can have finished.
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
