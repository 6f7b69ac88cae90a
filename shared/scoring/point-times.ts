import type { Courses } from '../model/courses.ts';
import { append } from '../model/group-by.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { type Neighbour, type StageRun, legTime } from './legs.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byTime, compareListed, valueAt } from './rank-keys.ts';
import { type StagePoint, timeAt } from './stage-point.ts';

export const EVERYBODY = 'all';

/** The groups of a runner other than the whole event (RULES.md GP3). */
export function namesOf(
  result: UnrankedResult,
  courses: Courses,
): { readonly sex: string | undefined; readonly ageGroup: string | undefined } {
  const { ageGroup } = result;
  const sex = courses.sexOf(result);
  return { sex: sex && `sex ${sex}`, ageGroup: ageGroup === '' ? undefined : `age ${ageGroup}` };
}

/** The groups a runner is counted in. */
export function groupsOf(result: UnrankedResult, courses: Courses): readonly string[] {
  const { sex, ageGroup } = namesOf(result, courses);
  return [EVERYBODY, sex, ageGroup].filter((group) => group !== undefined);
}

interface Point {
  readonly point: StagePoint;
  /** The point before it; undefined for the first. */
  readonly from: StagePoint | undefined;
  readonly courses: Courses;
  readonly ranking: Ranking;
  /** Everyone of the event at that moment. */
  readonly listed: () => readonly UnrankedResult[];
}

type GroupValue = readonly [group: string, value: number];

interface InOrder {
  readonly rows: OrderedSequence<UnrankedResult>;
  /** The legs that end here. */
  readonly legs: OrderedSequence<number>;
  /** The ranking values within each group. */
  readonly groups: Map<string, OrderedSequence<number>>;
}

/**
 * The times of an event at one point of its course. They are put in order when somebody first asks for one, so that a
 * page that shows none of them pays nothing, and kept in order from then on.
 */
export class PointTimes {
  readonly #point: Point;
  #inOrder: InOrder | undefined;

  constructor(point: Point) {
    this.#point = point;
  }

  /** Removes `before` and adds `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    const [isBefore, isAfter] = [this.#timeOf(before) !== null, this.#timeOf(after) !== null];
    if (!this.#inOrder || (!isBefore && !isAfter)) return;
    const { rows, legs, groups } = this.#inOrder;
    rows.replace(isBefore ? before : undefined, isAfter ? after : undefined);
    legs.replace(this.#legOf(before), this.#legOf(after));
    const [were, are] = [this.#valuesOf(before), this.#valuesOf(after)];
    const isSame = ([group, value]: GroupValue, at: number): boolean =>
      are[at]?.[0] === group && are[at][1] === value;
    if (were.length === are.length && were.every(isSame)) return;
    for (const [group, value] of were) openGroup(groups, group).remove(value);
    for (const [group, value] of are) openGroup(groups, group).add(value);
  }

  /** What ranks the members of a group here, in order. */
  ofGroup(group: string): OrderedSequence<number> {
    return openGroup(this.#order().groups, group);
  }

  /** The place of a value in a group. */
  placeIn(group: string, value: number): number {
    return this.ofGroup(group).placeOf(value, this.#point.ranking.isDense);
  }

  legPlaceOf(legMs: DurationMs): number {
    const { ranking } = this.#point;
    return this.#order().legs.placeOf(ranking.valueOf(legMs), ranking.isDense);
  }

  /** How far a time is behind the fastest, and who came just before and after it (RULES.md GP6). */
  surround(timeMs: DurationMs): Pick<StageRun, 'leaderGapMs' | 'ahead' | 'behind'> {
    const { rows } = this.#order();
    const leaderMs = this.#timeOf(rows.at(0)) ?? timeMs;
    const aheadMs = this.#timeOf(rows.at(rows.countBelow(timeMs) - 1));
    // On a tie, the one listed first.
    const ahead = aheadMs === null ? undefined : rows.at(rows.countBelow(aheadMs));
    const behind = rows.at(rows.countUpTo(timeMs));
    return {
      leaderGapMs: timeMs - Math.min(timeMs, leaderMs),
      ahead: this.#measure(ahead, timeMs),
      behind: this.#measure(behind, timeMs),
    };
  }

  #measure(result: UnrankedResult | undefined, timeMs: DurationMs): Neighbour | null {
    const otherMs = this.#timeOf(result);
    return !result || otherMs === null ? null : { result, gapMs: Math.abs(timeMs - otherMs) };
  }

  #order(): InOrder {
    return (this.#inOrder ??= this.#putInOrder());
  }

  #putInOrder(): InOrder {
    const { point, courses, listed } = this.#point;
    const rows = new OrderedSequence<UnrankedResult>({
      valueOf: (row) => timeAt(row, point) ?? Infinity,
      compareTies: (a, b) => compareListed(courses, a, b),
    });
    rows.load(listed().filter((row) => timeAt(row, point) !== null));
    const legs: number[] = [];
    // In the order of the rows, which is theirs too unless laps rank or a category has another clock.
    const groups = new Map<string, number[]>();
    for (const row of rows) {
      const leg = this.#legOf(row);
      if (leg !== undefined) legs.push(leg);
      for (const [group, value] of this.#valuesOf(row)) append(groups, group, value);
    }
    return {
      rows,
      // A typed array sorts numbers several times faster than the load would.
      legs: orderNumbers(Float64Array.from(legs).toSorted()),
      groups: new Map(Array.from(groups, ([group, values]) => [group, orderNumbers(values)])),
    };
  }

  #legOf(row: UnrankedResult | undefined): number | undefined {
    const { from, point, ranking } = this.#point;
    const legMs = row ? legTime(row, from, point) : null;
    return legMs === null ? undefined : ranking.valueOf(legMs);
  }

  /** What ranks a runner here in each of their groups; nothing without a time. */
  #valuesOf(row: UnrankedResult | undefined): readonly GroupValue[] {
    const { point, ranking, courses } = this.#point;
    const value = row ? valueAt(row, point, ranking) : null;
    if (!row || value === null) return [];
    const { sex, ageGroup } = namesOf(row, courses);
    const values: GroupValue[] = [[EVERYBODY, value]];
    if (sex !== undefined) values.push([sex, value]);
    if (ageGroup !== undefined) {
      values.push([ageGroup, valueAt(row, point, ranking, true) ?? value]);
    }
    return values;
  }

  #timeOf(result: UnrankedResult | undefined): DurationMs | null {
    return result ? timeAt(result, this.#point.point) : null;
  }
}

function openGroup(
  groups: Map<string, OrderedSequence<number>>,
  name: string,
): OrderedSequence<number> {
  const known = groups.get(name) ?? new OrderedSequence(byTime);
  groups.set(name, known);
  return known;
}

function orderNumbers(values: Iterable<number>): OrderedSequence<number> {
  const ordered = new OrderedSequence(byTime);
  ordered.load(values);
  return ordered;
}
