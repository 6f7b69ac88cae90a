import { type EventCode, EVENTS } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** Where runners arrive: the finish, or the checkpoint in a slot of `splitsMs`. */
export type ArrivalPoint = 'finish' | number;

/** A runner at a point of the course, and the moment they were there. */
export interface Arrival {
  readonly result: UnrankedResult;
  readonly point: ArrivalPoint;
  /** Since their start. */
  readonly elapsedMs: DurationMs;
  readonly atMs: EpochMs;
}

export interface ArrivalQuery {
  /** Without it, every point of the course. */
  readonly point?: ArrivalPoint;
  /** Whose runners count; without it, those of all events. */
  readonly events?: readonly EventCode[];
  readonly limit: number;
}

/**
 * The latest arrivals, newest first (SCREENS.md AR). They follow from the standings
 * alone: the runner's start and the time taken there make the moment, so a corrected time moves an
 * arrival and a DNF takes that at the finish away. Those of one moment stand as the standings list
 * them.
 */
export function listArrivals(
  standings: Standings,
  { point, events = EVENTS, limit }: ArrivalQuery,
): readonly Arrival[] {
  const latest = new Latest(limit);
  const isFinish = point === 'finish';
  for (const event of events.toReversed()) {
    // Nobody else can have finished.
    const runners = isFinish ? [...standings.finishers(event)] : standings.listed(event);
    // Of those who started together the last to come is listed last: from there on hardly anybody
    // is put in. All of a large field is gone through after each push.
    for (let index = runners.length - 1; index >= 0; index -= 1) {
      const result = runners[index];
      const startMs = result?.startedAtMs ?? null;
      if (!result || startMs === null) continue;
      const { totalMs, splitsMs } = result;
      if (typeof point === 'number') {
        latest.offer(result, point, startMs, splitsMs[point] ?? null);
        continue;
      }
      for (let slot = isFinish ? -1 : splitsMs.length - 1; slot >= 0; slot -= 1) {
        latest.offer(result, slot, startMs, splitsMs[slot] ?? null);
      }
      latest.offer(result, 'finish', startMs, totalMs);
    }
  }
  return latest.arrivals;
}

/** The newest few of many, in order; of one moment those come first that were offered last. */
class Latest {
  readonly #limit: number;
  /** Who came before this is not one of them. */
  #oldestMs: EpochMs;
  readonly arrivals: Arrival[] = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#oldestMs = limit > 0 ? -Infinity : Infinity;
  }

  offer(
    result: UnrankedResult,
    point: ArrivalPoint,
    startMs: EpochMs,
    elapsedMs: DurationMs | null,
  ): void {
    if (elapsedMs === null || startMs + elapsedMs < this.#oldestMs) return;
    const atMs = startMs + elapsedMs;
    const { arrivals } = this;
    if (arrivals.length === this.#limit) arrivals.pop();
    let index = arrivals.length;
    while (index > 0 && (arrivals[index - 1]?.atMs ?? Infinity) <= atMs) index -= 1;
    arrivals.splice(index, 0, { result, point, elapsedMs, atMs });
    if (arrivals.length === this.#limit) this.#oldestMs = arrivals.at(-1)?.atMs ?? Infinity;
  }
}
