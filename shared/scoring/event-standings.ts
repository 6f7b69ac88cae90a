import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import { groupBy } from '../model/group-by.ts';
import { type RunnerStatus, type UnrankedResult, RUNNER_STATUSES } from '../model/result.ts';
import type { Ranking } from '../model/ranking.ts';
import type { GroupPlace, GroupPlaces } from './group-places.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { EVERYBODY, groupsOf, namesOf, PointTimes } from './point-times.ts';
import { byTotal, partKeysOf, valueAt } from './rank-keys.ts';
import { type StagePoint, stagePointsOf } from './stage-point.ts';

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
