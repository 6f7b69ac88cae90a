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
  for (const event of events) {
    // Nobody else can have finished.
    const runners = point === 'finish' ? standings.finishers(event) : standings.listed(event);
    for (const result of runners) {
      const startMs = result.startedAtMs;
      if (startMs === null) continue;
      for (const [reached, elapsedMs] of timesOf(result, point)) {
        if (elapsedMs !== null) latest.offer(result, reached, startMs, elapsedMs);
      }
    }
  }
  return latest.arrivals;
}

/** The times a runner has at the point, or at each. */
function* timesOf(
  { totalMs, splitsMs }: UnrankedResult,
  point: ArrivalPoint | undefined,
): Generator<readonly [point: ArrivalPoint, elapsedMs: number | null]> {
  if (point === undefined || point === 'finish') yield ['finish', totalMs];
  if (point === undefined) yield* splitsMs.entries();
  else if (point !== 'finish') yield [point, splitsMs[point] ?? null];
}

/** The newest few of many, in order: hardly any of a large field is ever put in. */
class Latest {
  readonly #limit: number;
  readonly arrivals: Arrival[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(
    result: UnrankedResult,
    point: ArrivalPoint,
    startMs: EpochMs,
    elapsedMs: DurationMs,
  ): void {
    const atMs = startMs + elapsedMs;
    const { arrivals } = this;
    if (arrivals.length === this.#limit) {
      const oldest = arrivals.at(-1);
      if (!oldest || oldest.atMs >= atMs) return;
      arrivals.pop();
    }
    let index = arrivals.length;
    while (index > 0 && (arrivals[index - 1]?.atMs ?? Infinity) < atMs) index -= 1;
    arrivals.splice(index, 0, { result, point, elapsedMs, atMs });
  }
}
