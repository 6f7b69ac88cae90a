import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { append, groupBy } from '../model/group-by.ts';
import type { Ranking } from '../model/ranking.ts';
import { RUNNER_STATUSES, type RunnerStatus, type UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';

import { OrderedSequence } from './ordered-sequence.ts';
import { byTime, byTotal, compareListed, partKeysOf, valueAt } from './rank-keys.ts';
import {
  type GroupPlace,
  type GroupPlaces,
  legTime,
  type Neighbour,
  type StagePoint,
  stagePointsOf,
  type StageRun,
  timeAt,
} from './stages.ts';

export const EVERYBODY = 'all';

/** The groups of a runner other than the whole event (RULES.md GP3). */
function namesOf(
  result: UnrankedResult,
  courses: Courses,
): { readonly sex: string | undefined; readonly ageGroup: string | undefined } {
  const { ageGroup } = result;
  const sex = courses.sexOf(result);
  return { sex: sex && `sex ${sex}`, ageGroup: ageGroup === '' ? undefined : `age ${ageGroup}` };
}

/** The groups a runner is counted in. */
function groupsOf(result: UnrankedResult, courses: Courses): readonly string[] {
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
class PointTimes {
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

/** The ranking of one event: its three parts, its age groups and its points. */
export class EventStandings {
  readonly parts: Readonly<Record<RunnerStatus, OrderedSequence<UnrankedResult>>>;
  readonly #groups = new Map<string, OrderedSequence<UnrankedResult>>();
  readonly #times = new Map<StagePoint, PointTimes>();
  /** How many are listed in each group, from the first look at it on (RULES.md GP4). */
  #sizes: Map<string, number> | undefined;
  readonly #event: EventCode;
  readonly #courses: Courses;
  readonly #ranking: Ranking;

  constructor(event: EventCode, courses: Courses) {
    const ranking = courses.rankingOf(event);
    const keys = partKeysOf(courses, ranking);
    this.#event = event;
    this.#courses = courses;
    this.#ranking = ranking;
    this.parts = {
      finished: new OrderedSequence(keys.finished),
      dnf: new OrderedSequence(keys.dnf),
      racing: new OrderedSequence(keys.racing),
    };
  }

  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  all(): UnrankedResult[] {
    const { finished, dnf, racing } = this.parts;
    return finished.list().concat(dnf.list(), racing.list());
  }

  /** Replaces everything. */
  load(results: readonly UnrankedResult[]): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].load(results.filter((result) => result.status === status));
    }
    this.#groups.clear();
    const groups = groupBy(this.parts.finished, ({ ageGroup }) => ageGroup);
    for (const [group, members] of groups) this.finishersOf(group).load(members);
    this.#times.clear();
    this.#sizes = undefined;
  }

  /** Takes out `before` and puts in `after`, both of this event; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].replace(ifStatus(before, status), ifStatus(after, status));
    }
    const was = ifStatus(before, 'finished');
    const is = ifStatus(after, 'finished');
    if (was && was.ageGroup === is?.ageGroup) {
      this.finishersOf(was.ageGroup).replace(was, is);
    } else {
      if (was) this.finishersOf(was.ageGroup).remove(was);
      if (is) this.finishersOf(is.ageGroup).add(is);
    }
    for (const times of this.#times.values()) times.replace(before, after);
    if (before) this.#resize(before, -1);
    if (after) this.#resize(after, 1);
  }

  /** Overall place among the finishers; null for anyone else (RULES.md RK3). */
  placeOf(result: UnrankedResult): number | null {
    const value = valueAt(result, 'finish', this.#ranking);
    if (value === null || !this.#ranking.isRanked) return null;
    return this.parts.finished.placeOf(value, this.#ranking.isDense);
  }

  /** The place at the finish, or at a checkpoint among all listed runners; null without a time there (RULES.md RK3, RK6). */
  placeAt(result: UnrankedResult, point: StagePoint): number | null {
    if (point === 'finish') return this.placeOf(result);
    const value = valueAt(result, point, this.#ranking);
    if (value === null || !this.#ranking.isRanked) return null;
    return this.timesAt(point).placeIn(EVERYBODY, value);
  }

  /** The places at the checkpoints among all listed runners, null without a split (RULES.md RK6). */
  checkpointPlacesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.#courses.slots.map((_, slot) => this.placeAt(result, slot));
  }

  /** Among everyone of the event, their sex and their age group, at a point (RULES.md GP1 to GP4). */
  groupPlacesAt(result: UnrankedResult, point: StagePoint): GroupPlaces {
    const find = (group: string | undefined, isInCategory = false): GroupPlace | null => {
      const value = valueAt(result, point, this.#ranking, isInCategory);
      if (group === undefined || value === null || !this.#ranking.isRanked) return null;
      const times = this.timesAt(point);
      return {
        place: times.placeIn(group, value),
        placed: times.ofGroup(group).length,
        listed: this.#countListed().get(group) ?? 0,
      };
    };
    const { sex, ageGroup } = namesOf(result, this.#courses);
    return { overall: find(EVERYBODY), sex: find(sex), ageGroup: find(ageGroup, true) };
  }

  /** The times at a point of the course. */
  timesAt(point: StagePoint): PointTimes {
    const known = this.#times.get(point);
    if (known) return known;
    const points = stagePointsOf(this.#event, this.#courses);
    const times = new PointTimes({
      point,
      from: points[points.indexOf(point) - 1],
      courses: this.#courses,
      ranking: this.#ranking,
      listed: () => this.all(),
    });
    this.#times.set(point, times);
    return times;
  }

  /** Whether this is the first finisher of an age group (RULES.md RK11). */
  isWinner(result: UnrankedResult): boolean {
    const { isRanked } = this.#ranking;
    return (
      isRanked && result.ageGroup !== '' && this.#groups.get(result.ageGroup)?.at(0) === result
    );
  }

  /** Place among the finishers of the age group; null for anyone else, and without one (RULES.md GP1). */
  groupPlaceOf(result: UnrankedResult): number | null {
    const value = valueAt(result, 'finish', this.#ranking, true);
    if (value === null || result.ageGroup === '' || !this.#ranking.isRanked) return null;
    return this.finishersOf(result.ageGroup).placeOf(value, this.#ranking.isDense);
  }

  #countListed(): ReadonlyMap<string, number> {
    if (this.#sizes) return this.#sizes;
    this.#sizes = new Map();
    for (const result of this.all()) this.#resize(result, 1);
    return this.#sizes;
  }

  #resize(result: UnrankedResult, by: 1 | -1): void {
    if (!this.#sizes || result.isDisqualified) return;
    for (const group of groupsOf(result, this.#courses)) {
      this.#sizes.set(group, (this.#sizes.get(group) ?? 0) + by);
    }
  }

  /** The finishers of an age group, by the time that ranks there (RULES.md RK14). */
  finishersOf(ageGroup: string): OrderedSequence<UnrankedResult> {
    const known = this.#groups.get(ageGroup);
    if (known) return known;
    const group = new OrderedSequence(byTotal(this.#ranking, true));
    this.#groups.set(ageGroup, group);
    return group;
  }
}

function ifStatus(
  result: UnrankedResult | undefined,
  status: RunnerStatus,
): UnrankedResult | undefined {
  return result?.status === status ? result : undefined;
}
