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
  for (const event of events) {
    // Nobody else can have finished.
    const runners = isFinish ? standings.finishers(event) : standings.listed(event);
    // All of a large field after each push: nothing is made for a runner who is not among the latest.
    for (const result of runners) {
      const { startedAtMs: startMs, totalMs, splitsMs } = result;
      if (startMs === null) continue;
      if (typeof point === 'number') {
        latest.offer(result, point, startMs, splitsMs[point] ?? null);
        continue;
      }
      latest.offer(result, 'finish', startMs, totalMs);
      if (isFinish) continue;
      for (let slot = 0; slot < splitsMs.length; slot += 1) {
        latest.offer(result, slot, startMs, splitsMs[slot] ?? null);
      }
    }
  }
  return latest.arrivals;
}

/** The newest few of many, in order: hardly any of a large field is ever put in. */
class Latest {
  readonly #limit: number;
  /** Who came no later than this is not one of them. */
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
    if (elapsedMs === null || startMs + elapsedMs <= this.#oldestMs) return;
    const atMs = startMs + elapsedMs;
    const { arrivals } = this;
    if (arrivals.length === this.#limit) arrivals.pop();
    let index = arrivals.length;
    while (index > 0 && (arrivals[index - 1]?.atMs ?? Infinity) < atMs) index -= 1;
    arrivals.splice(index, 0, { result, point, elapsedMs, atMs });
    if (arrivals.length === this.#limit) this.#oldestMs = arrivals.at(-1)?.atMs ?? Infinity;
  }
}
