import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { GroupPlace, GroupPlaces } from './group-places.ts';
import type { Follower } from './incremental-view.ts';
import { type StageRun, legTime } from './legs.ts';
import { type Placed, findLastPoint } from './placed-runner.ts';
import { EVERYBODY, PointTimes, groupsOf, namesOf } from './point-times.ts';
import { valueAt } from './rank-keys.ts';
import { type StagePoint, stagePointsOf, timeAt } from './stage-point.ts';

/**
 * The places of each runner of one event (RULES.md GP): what `PlacedRunner` finds for one runner in a walk over
 * everyone, for any runner in about the logarithm of the field. The times of a point are gathered at their first use,
 * which takes a walk and a sort, and kept up to date from then on.
 */
export class PlacedField implements Follower {
  readonly #event: EventCode;
  readonly #courses: Courses;
  readonly #ranking: Ranking;
  readonly #points: readonly StagePoint[];
  readonly #listed: () => readonly UnrankedResult[];
  readonly #times = new Map<StagePoint, PointTimes>();
  #sizes: Map<string, number> | undefined;

  /** `listed` gives everyone of the event at that moment. */
  constructor(event: EventCode, listed: () => readonly UnrankedResult[], courses: Courses) {
    this.#event = event;
    this.#courses = courses;
    this.#ranking = courses.rankingOf(event);
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

  /** For a listed runner of this event. */
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
    const value = valueAt(result, point, this.#ranking);
    if (value === null || !this.#ranking.isRanked)
      return { overall: null, sex: null, ageGroup: null };
    const times = this.#timesAt(point);
    const place = (group: string, its = value): GroupPlace => ({
      ...times.placeIn(group, its),
      listed: this.#countListed().get(group) ?? 0,
    });
    const { sex, ageGroup } = namesOf(result, this.#courses);
    return {
      overall: place(EVERYBODY),
      sex: sex === undefined ? null : place(sex),
      ageGroup:
        ageGroup === undefined
          ? null
          : place(ageGroup, valueAt(result, point, this.#ranking, true) ?? value),
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
    const { isRanked } = this.#ranking;
    const place = isRanked ? times.placeOf(elapsedMs) : null;
    const legMs = legTime(result, from, point);
    return {
      point,
      elapsedMs,
      place,
      gained: before === null || place === null ? null : before - place,
      legMs,
      legPlace: legMs === null || !isRanked ? null : times.legPlaceOf(legMs),
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
      this.#ranking,
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
