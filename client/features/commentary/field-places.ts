import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stage-point.ts';

/** Where a runner stands at a point, and what the last leg was worth. */
export interface PointPlaces {
  readonly overall: number;
  /** Undefined without an age group. */
  readonly sex: number | undefined;
  readonly ageGroup: number | undefined;
  /** Places won since the point before at which they were seen, negative when lost. */
  readonly gained: number | undefined;
  /** That point, if nobody was faster from there to here. */
  readonly fastestFrom: StagePoint | undefined;
}

/**
 * The times of an event, gathered once for each group and each leg that is asked
 * for, so that the places of a hundred runners cost little more than those of one.
 */
export class FieldPlaces {
  readonly #rows: readonly UnrankedResult[];
  readonly #points: readonly StagePoint[];
  readonly #times = new Map<string, Float64Array>();
  readonly #fastest = new Map<string, DurationMs>();

  /** `points` are those of the course, in its order. */
  constructor(rows: readonly UnrankedResult[], points: readonly StagePoint[]) {
    this.#rows = rows;
    this.#points = points;
  }

  /** Undefined for who has no time there. */
  find(result: UnrankedResult, point: StagePoint): PointPlaces | undefined {
    const timeMs = timeAt(result, point);
    if (timeMs === null) return undefined;
    const { ageGroup } = result;
    const overall = this.#place('', point, timeMs);
    const before = this.#points
      .slice(0, this.#points.indexOf(point))
      .findLast((earlier) => timeAt(result, earlier) !== null);
    const beforeMs = before === undefined ? null : timeAt(result, before);
    const isFastest =
      before !== undefined &&
      beforeMs !== null &&
      timeMs - beforeMs <= this.#fastestLeg(before, point);
    return {
      overall,
      sex: ageGroup === '' ? undefined : this.#place(ageGroup.slice(0, 1), point, timeMs),
      ageGroup: ageGroup === '' ? undefined : this.#place(ageGroup, point, timeMs),
      gained:
        before === undefined || beforeMs === null
          ? undefined
          : this.#place('', before, beforeMs) - overall,
      fastestFrom: isFastest ? before : undefined,
    };
  }

  /** One more than there are faster ones in a group: those whose age group begins like this. */
  #place(group: string, point: StagePoint, timeMs: DurationMs): number {
    const key = `${point} ${group}`;
    let times = this.#times.get(key);
    if (!times) {
      const found: number[] = [];
      for (const row of this.#rows) {
        const isIn = group.length > 1 ? row.ageGroup === group : row.ageGroup.startsWith(group);
        const ms = isIn ? timeAt(row, point) : null;
        if (ms !== null) found.push(ms);
      }
      times = Float64Array.from(found).toSorted();
      this.#times.set(key, times);
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

  #fastestLeg(from: StagePoint, to: StagePoint): DurationMs {
    const key = `${from} ${to}`;
    const known = this.#fastest.get(key);
    if (known !== undefined) return known;
    let fastest = Infinity;
    let count = 0;
    for (const row of this.#rows) {
      const fromMs = timeAt(row, from);
      const toMs = timeAt(row, to);
      if (fromMs === null || toMs === null || toMs <= fromMs) continue;
      fastest = Math.min(fastest, toMs - fromMs);
      count += 1;
    }
    // The first few are the fastest of themselves.
    const found = count < FEW ? -Infinity : fastest;
    this.#fastest.set(key, found);
    return found;
  }
}

/** Of fewer than this nobody is called the fastest. */
const FEW = 5;
