import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stage-point.ts';

/** Where a runner stands at a point of the course, among everyone. */
export interface PointPlaces {
  readonly overall: number;
  /** Places won since the point before at which they were seen, negative when lost. */
  readonly gained: number | undefined;
}

/**
 * The times of an event, gathered once for each point that is asked for, so that
 * the places of a hundred runners cost little more than those of one.
 */
export class FieldPlaces {
  readonly #rows: readonly UnrankedResult[];
  readonly #points: readonly StagePoint[];
  readonly #times = new Map<StagePoint, Float64Array>();

  /** `points` are those of the course, in its order. */
  constructor(rows: readonly UnrankedResult[], points: readonly StagePoint[]) {
    this.#rows = rows;
    this.#points = points;
  }

  /** Undefined for who has no time there. */
  find(result: UnrankedResult, point: StagePoint): PointPlaces | undefined {
    const timeMs = timeAt(result, point);
    if (timeMs === null) return undefined;
    const overall = this.#place(point, timeMs);
    const before = this.#points
      .slice(0, this.#points.indexOf(point))
      .findLast((earlier) => timeAt(result, earlier) !== null);
    const beforeMs = before === undefined ? null : timeAt(result, before);
    const gained =
      before === undefined || beforeMs === null
        ? undefined
        : this.#place(before, beforeMs) - overall;
    return { overall, gained };
  }

  /** One more than there are faster ones. */
  #place(point: StagePoint, timeMs: DurationMs): number {
    let times = this.#times.get(point);
    if (!times) {
      const found = this.#rows.flatMap((row) => timeAt(row, point) ?? []);
      times = Float64Array.from(found).toSorted();
      this.#times.set(point, times);
    }
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? Infinity) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}
