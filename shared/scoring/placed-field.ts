import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import type { GroupPlace, GroupPlaces } from './group-places.ts';
import type { Follower } from './in-step.ts';
import { type Neighbour, type StageRun, legTime } from './legs.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { type Placed, findLastPoint } from './placed-runner.ts';
import { byTime, compareListed } from './rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stage-point.ts';

/**
 * Where each runner of one event stands (RULES.md GP): what `PlacedRunner` finds of one runner in a walk
 * over everyone, told of any in about the logarithm of the field. The times of a point are gathered when
 * they are first needed, which takes a walk and a sort, and kept in step from then on.
 */
export class PlacedField implements Follower {
  readonly #event: EventCode;
  readonly #courses: Courses;
  readonly #points: readonly StagePoint[];
  readonly #listed: () => readonly UnrankedResult[];
  readonly #times = new Map<StagePoint, PointTimes>();
  #sizes: Map<string, number> | undefined;

  /** `listed` gives everyone of the event as they stand at that moment. */
  constructor(event: EventCode, listed: () => readonly UnrankedResult[], courses: Courses) {
    this.#event = event;
    this.#courses = courses;
    this.#points = stagePointsOf(event, courses);
    this.#listed = listed;
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    const was = before?.events === this.#event ? before : undefined;
    const is = after?.events === this.#event ? after : undefined;
    for (const times of this.#times.values()) times.replace(was, is);
    if (was) this.#resize(was, -1);
    if (is) this.#resize(is, 1);
    return true;
  }

  /** Gathers the times of a point; false where they were known. */
  gather(point: StagePoint): boolean {
    const isNew = !this.#times.has(point);
    this.#timesAt(point);
    return isNew;
  }

  /** Of a runner of this event, as they are listed. */
  tell(result: UnrankedResult): Placed {
    let before: number | null = null;
    const runs = this.#points.map((point, index) => {
      const run = this.#tellStage(result, this.#points[index - 1], point, before);
      before = run.place ?? before;
      return run;
    });
    const last = findLastPoint(result, this.#courses);
    return { runs, places: last === undefined ? undefined : this.placesAt(last, result) };
  }

  /** Among everyone of the event, their sex and their age group (RULES.md GP1 to GP4). */
  placesAt(point: StagePoint, result: UnrankedResult): GroupPlaces {
    const timeMs = timeAt(result, point);
    if (timeMs === null) return { overall: null, sex: null, ageGroup: null };
    const times = this.#timesAt(point);
    const place = (group: string): GroupPlace => ({
      ...times.placeIn(group, timeMs),
      listed: this.#countListed().get(group) ?? 0,
    });
    const { sex, ageGroup } = namesOf(result, this.#courses);
    return {
      overall: place(EVERYBODY),
      sex: sex === undefined ? null : place(sex),
      ageGroup: ageGroup === undefined ? null : place(ageGroup),
    };
  }

  #tellStage(
    result: UnrankedResult,
    from: StagePoint | undefined,
    point: StagePoint,
    before: number | null,
  ): StageRun {
    const elapsedMs = timeAt(result, point);
    if (elapsedMs === null) return { ...UNTIMED, point };
    const times = this.#timesAt(point);
    const place = times.placeOf(elapsedMs);
    const legMs = legTime(result, from, point);
    return {
      point,
      elapsedMs,
      place,
      gained: before === null ? null : before - place,
      legMs,
      legPlace: legMs === null ? null : times.legPlaceOf(legMs),
      leaderGapMs: elapsedMs - Math.min(elapsedMs, times.leaderMs),
      ...times.neighboursOf(elapsedMs),
    };
  }

  #timesAt(point: StagePoint): PointTimes {
    const known = this.#times.get(point);
    if (known) return known;
    const times = new PointTimes(
      point,
      this.#points[this.#points.indexOf(point) - 1],
      this.#courses,
    );
    times.load(this.#listed());
    this.#times.set(point, times);
    return times;
  }

  #countListed(): ReadonlyMap<string, number> {
    if (this.#sizes) return this.#sizes;
    this.#sizes = new Map();
    for (const result of this.#listed()) this.#resize(result, 1);
    return this.#sizes;
  }

  #resize(result: UnrankedResult, by: 1 | -1): void {
    if (!this.#sizes || result.isDisqualified) return;
    for (const group of groupsOf(result, this.#courses)) {
      this.#sizes.set(group, (this.#sizes.get(group) ?? 0) + by);
    }
  }
}

/** A stage at which a runner has no time. */
const UNTIMED: Omit<StageRun, 'point'> = {
  elapsedMs: null,
  place: null,
  gained: null,
  legMs: null,
  legPlace: null,
  leaderGapMs: null,
  ahead: null,
  behind: null,
};

const EVERYBODY = 'all';

/** The names of the groups of a runner beside everybody (RULES.md GP3). */
function namesOf(
  { ageGroup }: UnrankedResult,
  courses: Courses,
): { readonly sex: string | undefined; readonly ageGroup: string | undefined } {
  const sex = courses.sexOf(ageGroup);
  return { sex: sex && `sex ${sex}`, ageGroup: ageGroup === '' ? undefined : `age ${ageGroup}` };
}

/** In which a runner is counted. */
function groupsOf(result: UnrankedResult, courses: Courses): readonly string[] {
  const { sex, ageGroup } = namesOf(result, courses);
  return [EVERYBODY, sex, ageGroup].filter((group) => group !== undefined);
}

/** The times of an event at one point of its course, in order. */
class PointTimes {
  readonly #point: StagePoint;
  readonly #from: StagePoint | undefined;
  readonly #courses: Courses;
  /** Who has a time here; of equal ones in the order in which they are listed (RULES.md GP8). */
  readonly #rows: OrderedSequence<UnrankedResult>;
  readonly #legs = new OrderedSequence(byTime);
  readonly #groups = new Map<string, OrderedSequence<number>>();

  /** `from` is the point before it; undefined for the first. */
  constructor(point: StagePoint, from: StagePoint | undefined, courses: Courses) {
    this.#point = point;
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
      rows.flatMap((row) => legTime(row, this.#from, this.#point) ?? []),
    );
    const groups = new Map<string, DurationMs[]>();
    for (const row of rows) {
      const timeMs = timeAt(row, this.#point) ?? 0;
      for (const group of groupsOf(row, this.#courses)) {
        const times = groups.get(group);
        if (times) times.push(timeMs);
        else groups.set(group, [timeMs]);
      }
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
    const legOf = (row: UnrankedResult | undefined): DurationMs | undefined =>
      row && (legTime(row, this.#from, this.#point) ?? undefined);
    this.#legs.replace(legOf(before), legOf(after));
    if (before && after && beforeMs === afterMs && before.ageGroup === after.ageGroup) return;
    if (before && beforeMs !== null) {
      for (const group of groupsOf(before, this.#courses)) this.#groupOf(group).remove(beforeMs);
    }
    if (after && afterMs !== null) {
      for (const group of groupsOf(after, this.#courses)) this.#groupOf(group).add(afterMs);
    }
  }

  placeOf(timeMs: DurationMs): number {
    return this.#rows.countBelow(timeMs) + 1;
  }

  legPlaceOf(legMs: DurationMs): number {
    return this.#legs.countBelow(legMs) + 1;
  }

  /** Among how many of the group who have a time here. */
  placeIn(group: string, timeMs: DurationMs): Omit<GroupPlace, 'listed'> {
    const times = this.#groupOf(group);
    return { place: times.countBelow(timeMs) + 1, placed: times.length };
  }

  neighboursOf(timeMs: DurationMs): Pick<StageRun, 'ahead' | 'behind'> {
    const rows = this.#rows;
    const aheadMs = this.#timeOf(rows.at(rows.countBelow(timeMs) - 1));
    // Of those who came there together the one listed first.
    const ahead = aheadMs === null ? undefined : rows.at(rows.countBelow(aheadMs));
    const behind = rows.at(rows.countUpTo(timeMs));
    return { ahead: this.#measure(ahead, timeMs), behind: this.#measure(behind, timeMs) };
  }

  #measure(result: UnrankedResult | undefined, timeMs: DurationMs): Neighbour | null {
    const otherMs = this.#timeOf(result);
    return !result || otherMs === null ? null : { result, gapMs: Math.abs(timeMs - otherMs) };
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

/** A typed array sorts numbers several times faster than the load would. */
function loadTimes(into: OrderedSequence<number>, times: readonly DurationMs[]): void {
  into.load(Float64Array.from(times).toSorted());
}
