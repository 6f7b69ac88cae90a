import type { Courses } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Follower } from '#shared/scoring/incremental-view.ts';
import { isYetToCome } from '#shared/scoring/future-moment.ts';
import { compareListed } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** A place where runners arrive: the finish, or the checkpoint in a slot of `splitsMs`. */
export type ArrivalPoint = 'finish' | number;

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
  /** The events whose runners count; without it all of them. */
  readonly events?: readonly EventCode[];
  readonly limit: number;
}

/**
 * The latest arrivals up to a moment, newest first (SCREENS.md AR). They follow from the standings alone: the runner's
 * start plus the time at the point is the moment, so a corrected time moves an arrival, and a DNF removes the one at
 * the finish. Arrivals of one moment are in the order of the standings.
 */
export class LatestArrivals implements Follower {
  readonly #query: ArrivalQuery;
  readonly #events: readonly EventCode[];
  readonly #standings: Standings;
  #arrivals: Arrival[] = [];
  /** There are others, earlier than the last of these. */
  #isCut = false;
  /** The moment of the last read; until then everything counts. */
  #nowMs: EpochMs = Infinity;
  /** The earliest moment that was left out because it is in the future. */
  #nextMs: EpochMs = Infinity;

  constructor(standings: Standings, query: ArrivalQuery) {
    this.#query = query;
    this.#events = query.events ?? standings.courses.events;
    this.#standings = standings;
    this.#fill();
  }

  #fill(): void {
    this.#arrivals = [];
    this.#isCut = false;
    this.#nextMs = Infinity;
    const standings = this.#standings;
    const isFinish = this.#query.point === 'finish';
    for (const event of this.#events) {
      // Nobody else can have finished.
      const runners = isFinish ? standings.finishers(event).list() : standings.listed(event);
      // Among runners who started together the last to arrive comes last: in reverse order hardly any has to be
      // inserted between others.
      for (const result of runners.toReversed()) this.#offer(result, this.#arrivals);
    }
  }

  /**
   * The arrivals up to `nowMs`, by the server's clock; a new list after each change. Future arrivals, for example by an
   * override that is too long, do not count (AR5).
   */
  read(nowMs: EpochMs): readonly Arrival[] {
    this.#nowMs = nowMs;
    const isAhead = isYetToCome(this.#arrivals[0]?.atMs ?? -Infinity, nowMs);
    if (isAhead || (this.#nextMs < Infinity && !isYetToCome(this.#nextMs, nowMs))) this.#fill();
    return this.#arrivals;
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const arrivals = this.#arrivals.filter(({ result }) => result.runnerId !== before?.runnerId);
    const isGone = arrivals.length < this.#arrivals.length;
    // An arrival earlier than the listed ones has an unknown place among those left out.
    const known = this.#isCut ? this.#arrivals.at(-1) : undefined;
    const isPut = after !== undefined && this.#offer(after, arrivals, known);
    if (this.#isCut && arrivals.length < this.#query.limit) return false;
    if (isGone || isPut) this.#arrivals = arrivals;
    return true;
  }

  /** Inserts the arrivals of a runner that are among the latest, and not before `known` if that is given. */
  #offer(result: UnrankedResult, arrivals: Arrival[], known?: Arrival): boolean {
    const { point, limit } = this.#query;
    const { startedAtMs, totalMs, splitsMs, events } = result;
    if (startedAtMs === null || !this.#events.includes(events)) return false;
    let isPut = false;
    const put = (at: ArrivalPoint, elapsedMs: DurationMs | null): void => {
      if (elapsedMs === null) return;
      const atMs = startedAtMs + elapsedMs;
      if (isYetToCome(atMs, this.#nowMs)) {
        this.#nextMs = Math.min(this.#nextMs, atMs);
        return;
      }
      const isFull = arrivals.length >= limit;
      const last = arrivals.at(-1);
      if (isFull) this.#isCut = true;
      if (isFull && atMs < (last?.atMs ?? Infinity)) return;
      const arrival = { result, point: at, elapsedMs, atMs };
      const { courses } = this.#standings;
      if (known && compareArrivals(courses, arrival, known) > 0) return;
      let index = arrivals.length;
      while (index > 0 && compareArrivals(courses, arrival, arrivals[index - 1] ?? arrival) < 0) {
        index -= 1;
      }
      if (index === limit) return;
      arrivals.splice(index, 0, arrival);
      if (isFull) arrivals.pop();
      isPut = true;
    };
    if (typeof point === 'number') put(point, splitsMs[point] ?? null);
    else {
      put('finish', totalMs);
      if (point === undefined) for (const [slot, ms] of splitsMs.entries()) put(slot, ms);
    }
    return isPut;
  }
}

/** The newest first; arrivals of one moment in the order of the list, those of one runner with the furthest first. */
function compareArrivals(courses: Courses, a: Arrival, b: Arrival): number {
  return (
    b.atMs - a.atMs ||
    compareListed(courses, a.result, b.result) ||
    rankPoint(a.point) - rankPoint(b.point)
  );
}

function rankPoint(point: ArrivalPoint): number {
  return point === 'finish' ? -1 : point;
}
