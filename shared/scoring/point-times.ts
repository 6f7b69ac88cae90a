import type { Courses } from '../model/courses.ts';
import { append } from '../model/group-by.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import type { GroupPlace } from './group-places.ts';
import { type Neighbour, type StageRun, legTime } from './legs.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byTime, compareListed, valueAt } from './rank-keys.ts';
import { type StagePoint, timeAt } from './stage-point.ts';

export const EVERYBODY = 'all';

/** The names of the groups of a runner beside everybody (RULES.md GP3). */
export function namesOf(
  result: UnrankedResult,
  courses: Courses,
): { readonly sex: string | undefined; readonly ageGroup: string | undefined } {
  const { ageGroup } = result;
  const sex = courses.sexOf(result);
  return { sex: sex && `sex ${sex}`, ageGroup: ageGroup === '' ? undefined : `age ${ageGroup}` };
}

/** In which a runner is counted. */
export function groupsOf(result: UnrankedResult, courses: Courses): readonly string[] {
  const { sex, ageGroup } = namesOf(result, courses);
  return [EVERYBODY, sex, ageGroup].filter((group) => group !== undefined);
}

/** The times of an event at one point of its course, in order. */
export class PointTimes {
  readonly #point: StagePoint;
  readonly #from: StagePoint | undefined;
  readonly #courses: Courses;
  readonly #ranking: Ranking;
  /** Who has a time here; of equal ones in the order in which they are listed (RULES.md GP8). */
  readonly #rows: OrderedSequence<UnrankedResult>;
  readonly #legs = new OrderedSequence(byTime);
  readonly #groups = new Map<string, OrderedSequence<number>>();

  /** `from` is the point before it; undefined for the first. */
  constructor(point: StagePoint, from: StagePoint | undefined, courses: Courses, ranking: Ranking) {
    this.#point = point;
    this.#ranking = ranking;
    this.#from = from;
    this.#courses = courses;
    this.#rows = new OrderedSequence({
      valueOf: (result) => timeAt(result, point) ?? Infinity,
      compareTies: (a, b) => compareListed(courses, a, b),
    });
  }

  /** Zero when nobody came here. */
  get leaderMs(): DurationMs {
    return this.#timeOf(this.#rows.at(0)) ?? 0;
  }

  load(listed: readonly UnrankedResult[]): void {
    const rows = listed.filter((row) => timeAt(row, this.#point) !== null);
    this.#rows.load(rows);
    loadTimes(
      this.#legs,
      rows.flatMap((row) => this.#legOf(row) ?? []),
    );
    const groups = new Map<string, DurationMs[]>();
    for (const row of rows) {
      for (const [group, value] of this.#valuesOf(row)) append(groups, group, value);
    }
    for (const [group, times] of groups) loadTimes(this.#groupOf(group), times);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    const beforeMs = this.#timeOf(before);
    const afterMs = this.#timeOf(after);
    if (beforeMs === null && afterMs === null) return;
    this.#rows.replace(
      beforeMs === null ? undefined : before,
      afterMs === null ? undefined : after,
    );
    this.#legs.replace(this.#legOf(before), this.#legOf(after));
    const [were, are] = [this.#valuesOf(before), this.#valuesOf(after)];
    if (were.length === are.length && were.every(isSameAs(are))) return;
    for (const [group, value] of were) this.#groupOf(group).remove(value);
    for (const [group, value] of are) this.#groupOf(group).add(value);
  }

  placeOf(timeMs: DurationMs): number {
    return this.#placeIn(this.#groupOf(EVERYBODY), timeMs);
  }

  legPlaceOf(legMs: DurationMs): number {
    return this.#placeIn(this.#legs, legMs);
  }

  #placeIn(times: OrderedSequence<number>, timeMs: DurationMs): number {
    return times.placeOf(this.#ranking.valueOf(timeMs), this.#ranking.isDense);
  }

  /** Among how many of the group who have a time here. */
  placeIn(group: string, value: number): Omit<GroupPlace, 'listed'> {
    const times = this.#groupOf(group);
    return { place: times.placeOf(value, this.#ranking.isDense), placed: times.length };
  }

  neighboursOf(timeMs: DurationMs): Pick<StageRun, 'ahead' | 'behind'> {
    const rows = this.#rows;
    const aheadMs = this.#timeOf(rows.at(rows.countBelow(timeMs) - 1));
    // Of several at that moment, the one who is listed first.
    const ahead = aheadMs === null ? undefined : rows.at(rows.countBelow(aheadMs));
    const behind = rows.at(rows.countUpTo(timeMs));
    return { ahead: this.#measure(ahead, timeMs), behind: this.#measure(behind, timeMs) };
  }

  #measure(result: UnrankedResult | undefined, timeMs: DurationMs): Neighbour | null {
    const otherMs = this.#timeOf(result);
    return !result || otherMs === null ? null : { result, gapMs: Math.abs(timeMs - otherMs) };
  }

  #legOf(row: UnrankedResult | undefined): number | undefined {
    const legMs = row ? legTime(row, this.#from, this.#point) : null;
    return legMs === null ? undefined : this.#ranking.valueOf(legMs);
  }

  /** What ranks a runner here in each of their groups; nothing without a time. */
  #valuesOf(row: UnrankedResult | undefined): readonly GroupValue[] {
    const value = row ? valueAt(row, this.#point, this.#ranking) : null;
    if (!row || value === null) return [];
    const { ageGroup } = namesOf(row, this.#courses);
    return groupsOf(row, this.#courses).map((group) => [
      group,
      group === ageGroup ? (valueAt(row, this.#point, this.#ranking, true) ?? value) : value,
    ]);
  }

  #timeOf(result: UnrankedResult | undefined): DurationMs | null {
    return result ? timeAt(result, this.#point) : null;
  }

  #groupOf(group: string): OrderedSequence<number> {
    const known = this.#groups.get(group);
    if (known) return known;
    const times = new OrderedSequence(byTime);
    this.#groups.set(group, times);
    return times;
  }
}

type GroupValue = readonly [group: string, value: number];

function isSameAs(others: readonly GroupValue[]): (one: GroupValue, at: number) => boolean {
  return ([group, value], at) => others[at]?.[0] === group && others[at]?.[1] === value;
}

/** A typed array sorts numbers several times faster than the load would. */
function loadTimes(into: OrderedSequence<number>, times: readonly DurationMs[]): void {
  into.load(Float64Array.from(times).toSorted());
}
