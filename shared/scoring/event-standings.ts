import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { groupBy } from '../model/group-by.ts';
import type { Ranking } from '../model/ranking.ts';
import { RUNNER_STATUSES, type RunnerStatus, type UnrankedResult } from '../model/result.ts';

import { compareBy, countWhile, OrderedSequence } from './ordered-sequence.ts';
import { byTotal, countPlaces, partKeysOf, valueAt } from './rank-keys.ts';
import type { GroupPlace, GroupPlaces, StagePoint } from './stages.ts';

/**
 * The ranking of one event. Its three parts are kept in order; all else follows from them, and is computed at the first
 * look after a change.
 */
export class EventStandings {
  readonly parts: Readonly<Record<RunnerStatus, OrderedSequence<UnrankedResult>>>;
  readonly #courses: Courses;
  readonly #ranking: Ranking;
  #all: readonly UnrankedResult[] | undefined;
  #finishers: ReadonlyMap<string, readonly UnrankedResult[]> | undefined;
  readonly #values = new Map<StagePoint, Float64Array>();

  constructor(event: EventCode, courses: Courses) {
    const ranking = courses.rankingOf(event);
    const keys = partKeysOf(courses, ranking);
    this.#courses = courses;
    this.#ranking = ranking;
    this.parts = {
      finished: new OrderedSequence(keys.finished),
      dnf: new OrderedSequence(keys.dnf),
      racing: new OrderedSequence(keys.racing),
    };
  }

  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  all(): readonly UnrankedResult[] {
    const { finished, dnf, racing } = this.parts;
    return (this.#all ??= finished.list().concat(dnf.list(), racing.list()));
  }

  load(results: readonly UnrankedResult[]): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].load(results.filter((result) => result.status === status));
    }
    this.#forget();
  }

  /** Takes out `before` and puts in `after`, both of this event; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const status of RUNNER_STATUSES) {
      this.parts[status].replace(ifStatus(before, status), ifStatus(after, status));
    }
    this.#forget();
  }

  #forget(): void {
    this.#all = undefined;
    this.#finishers = undefined;
    this.#values.clear();
  }

  /** The place at the finish, or at a checkpoint among all listed runners; null without a time there (RULES.md RK3, RK6). */
  placeAt(result: UnrankedResult, point: StagePoint): number | null {
    const { isRanked, isDense } = this.#ranking;
    const value = valueAt(result, point, this.#ranking);
    if (value === null || !isRanked) return null;
    if (point === 'finish' && !isDense) return this.parts.finished.countBelow(value) + 1;
    const values = this.#valuesAt(point);
    return countWhile(values.length, (at) => (values[at] ?? Infinity) < value) + 1;
  }

  /** The places at the checkpoints among all listed runners, null without a split (RULES.md RK6). */
  checkpointPlacesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.#courses.slots.map((_, slot) => this.placeAt(result, slot));
  }

  /** Place among the finishers of the age group; null for anyone else, and without one (RULES.md GP1). */
  groupPlaceOf(result: UnrankedResult): number | null {
    const { ageGroup } = result;
    return ageGroup === ''
      ? null
      : (this.#placeAmong(this.finishersOf(ageGroup), result, 'finish', true)?.place ?? null);
  }

  /** Among everyone of the event, their sex and their age group, at a point (RULES.md GP1 to GP4). */
  groupPlacesAt(result: UnrankedResult, point: StagePoint): GroupPlaces {
    const { ageGroup } = result;
    const sex = this.#courses.sexOf(result);
    const all = this.all();
    const ofSex = sex && all.filter((row) => this.#courses.sexOf(row) === sex);
    const ofAge = ageGroup === '' ? undefined : all.filter((row) => row.ageGroup === ageGroup);
    const find = (
      rows: readonly UnrankedResult[] | undefined,
      isInCategory = false,
    ): GroupPlace | null => (rows ? this.#placeAmong(rows, result, point, isInCategory) : null);
    return { overall: find(all), sex: find(ofSex || undefined), ageGroup: find(ofAge, true) };
  }

  /** The place of a runner among those of a group; null without a time there. */
  #placeAmong(
    group: readonly UnrankedResult[],
    result: UnrankedResult,
    point: StagePoint,
    isInCategory: boolean,
  ): GroupPlace | null {
    const value = valueAt(result, point, this.#ranking, isInCategory);
    if (value === null || !this.#ranking.isRanked) return null;
    const better: number[] = [];
    let [placed, listed] = [0, 0];
    for (const row of group) {
      if (!row.isDisqualified) listed += 1;
      const other = valueAt(row, point, this.#ranking, isInCategory);
      if (other === null) continue;
      placed += 1;
      if (other < value) better.push(other);
    }
    return { place: countPlaces(better, this.#ranking) + 1, placed, listed };
  }

  /** Whether this is the first finisher of an age group (RULES.md RK11). */
  isWinner(result: UnrankedResult): boolean {
    const { ageGroup } = result;
    return this.#ranking.isRanked && ageGroup !== '' && this.finishersOf(ageGroup)[0] === result;
  }

  /** The finishers of an age group, by the time that ranks there (RULES.md RK14). */
  finishersOf(ageGroup: string): readonly UnrankedResult[] {
    this.#finishers ??= this.#groupFinishers();
    return this.#finishers.get(ageGroup) ?? [];
  }

  #groupFinishers(): ReadonlyMap<string, readonly UnrankedResult[]> {
    const groups = groupBy(this.parts.finished, ({ ageGroup }) => ageGroup);
    const compare = compareBy(byTotal(this.#ranking, true));
    for (const rows of groups.values()) {
      // Without another clock for categories they are in order.
      if (rows.some(({ categoryMs }) => typeof categoryMs === 'number')) rows.sort(compare);
    }
    return groups;
  }

  /** The values that rank everyone with a time there, in order; each once where places are dense (RULES.md RK13). */
  #valuesAt(point: StagePoint): Float64Array {
    const known = this.#values.get(point);
    if (known) return known;
    const values: number[] = [];
    for (const row of this.all()) {
      const value = valueAt(row, point, this.#ranking);
      if (value !== null) values.push(value);
    }
    // A typed array sorts numbers several times faster.
    const sorted = Float64Array.from(this.#ranking.isDense ? new Set(values) : values).toSorted();
    this.#values.set(point, sorted);
    return sorted;
  }
}

function ifStatus(
  result: UnrankedResult | undefined,
  status: RunnerStatus,
): UnrankedResult | undefined {
  return result?.status === status ? result : undefined;
}
