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
  readonly #times = new Map<StagePoint, Map<string, GroupTimes>>();
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

  /** One more than there are faster ones in a group: an age group, the first letter of some, or empty for all. */
  #place(group: string, point: StagePoint, timeMs: DurationMs): number {
    let groups = this.#times.get(point);
    if (!groups) {
      groups = this.#gather(point);
      this.#times.set(point, groups);
    }
    return groups.get(group)?.place(timeMs) ?? 1;
  }

  /** The times at a point, of all, of each sex and of each age group, in one go. */
  #gather(point: StagePoint): Map<string, GroupTimes> {
    const groups = new Map<string, GroupTimes>();
    const timesOf = (group: string): GroupTimes => {
      const times = groups.get(group) ?? new GroupTimes();
      groups.set(group, times);
      return times;
    };
    const all = timesOf('');
    // Of a large field few are the first of their age group.
    const byAge = new Map<string, readonly GroupTimes[]>([['', []]]);
    for (const row of this.#rows) {
      const timeMs = timeAt(row, point);
      if (timeMs === null) continue;
      const { ageGroup } = row;
      let own = byAge.get(ageGroup);
      if (!own) {
        own = [timesOf(ageGroup.slice(0, 1)), timesOf(ageGroup)];
        byAge.set(ageGroup, own);
      }
      all.add(timeMs);
      for (const times of own) times.add(timeMs);
    }
    return groups;
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

/** The times of a group, which are put in order when the first place among them is asked for. */
class GroupTimes {
  readonly #found: DurationMs[] = [];
  #sorted: Float64Array | undefined;

  add(timeMs: DurationMs): void {
    this.#found.push(timeMs);
  }

  place(timeMs: DurationMs): number {
    const times = (this.#sorted ??= Float64Array.from(this.#found).toSorted());
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

/** Of fewer than this nobody is called the fastest. */
const FEW = 5;
