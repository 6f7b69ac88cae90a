import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { getOrAdd, groupBy } from '../model/group-by.ts';
import type { Ranking } from '../model/ranking.ts';
import { RUNNER_STATUSES, type RunnerStatus, type UnrankedResult } from '../model/result.ts';

import { compareBy, countWhile, OrderedSequence } from './ordered-sequence.ts';
import { byTotal, partKeysOf, valueAt } from './rank-keys.ts';
import {
  type GroupPlace,
  type GroupPlaces,
  type StagePoint,
  stagePointsOf,
  timeAt,
} from './stages.ts';

/** Runners of the event who are ranked among themselves: a sex or an age group; everybody if empty. */
interface Group {
  readonly by?: 'sex' | 'ageGroup';
  readonly name?: string;
}

/**
 * What places depend on, of each of the rows listed: these lie far apart in memory, so that reading them costs more than
 * all that follows. NaN for an unknown time.
 */
interface Columns {
  readonly times: ReadonlyMap<StagePoint, Float64Array>;
  /** The ranking values at the finish, of everybody and in categories (RULES.md RK12, RK14). */
  readonly totals: Float64Array;
  readonly categoryTotals: Float64Array;
  readonly groups: Readonly<Record<'sex' | 'ageGroup', readonly (string | undefined)[]>>;
  readonly isDisqualified: readonly boolean[];
}

/** The ranking values of a group at a point. */
interface Field extends Omit<GroupPlace, 'place'> {
  /** In order; each once if places are dense (RULES.md RK13). */
  readonly values: Float64Array;
}

/** The ranking of one event. Its three parts are kept in order; everything else is derived from them on first use. */
export class EventStandings {
  readonly parts: Readonly<Record<RunnerStatus, OrderedSequence<UnrankedResult>>>;
  readonly #event: EventCode;
  readonly #courses: Courses;
  readonly #ranking: Ranking;
  #all: readonly UnrankedResult[] | undefined;
  #finishers: ReadonlyMap<string, readonly UnrankedResult[]> | undefined;
  readonly #fields = new Map<string, Field>();
  #columns: Columns | undefined;

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

  /** Everyone listed: finishers by place, DNFs, runners on course (RULES.md RK10). */
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

  /** Replaces `before` by `after`, both of this event; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const status of RUNNER_STATUSES) {
      const [was, is] = [before, after].map((row) => (row?.status === status ? row : undefined));
      this.parts[status].replace(was, is);
    }
    this.#forget();
  }

  #forget(): void {
    this.#all = undefined;
    this.#finishers = undefined;
    this.#fields.clear();
    this.#columns = undefined;
  }

  /** The place at the finish, or at a checkpoint among everyone listed; null without a time there (RULES.md RK3, RK6). */
  placeAt(result: UnrankedResult, point: StagePoint): number | null {
    const { isRanked, isDense } = this.#ranking;
    const value = valueAt(result, point, this.#ranking);
    if (value === null || !isRanked) return null;
    if (point === 'finish' && !isDense) return this.parts.finished.countBelow(value) + 1;
    return placeIn(this.#fieldAt({}, point), value);
  }

  /** The time there of each of {@link all}; NaN if unknown. */
  timesAt(point: StagePoint): Float64Array {
    const timeOf = (row: UnrankedResult): number => timeAt(row, point) ?? NaN;
    // A point that is no stage of the event has no column.
    return this.#readColumns().times.get(point) ?? Float64Array.from(this.all(), timeOf);
  }

  #readColumns(): Columns {
    if (this.#columns) return this.#columns;
    const rows = this.all();
    const column = (): Float64Array => new Float64Array(rows.length);
    const points = stagePointsOf(this.#event, this.#courses);
    const times = points.map((point) => ({ point, ofPoint: column() }));
    const [totals, categoryTotals] = [column(), column()];
    const sexes: (string | undefined)[] = [];
    const ageGroups: string[] = [];
    const isDisqualified: boolean[] = [];
    rows.forEach((row, at) => {
      for (const { point, ofPoint } of times) ofPoint[at] = timeAt(row, point) ?? NaN;
      totals[at] = valueAt(row, 'finish', this.#ranking) ?? NaN;
      categoryTotals[at] = valueAt(row, 'finish', this.#ranking, true) ?? NaN;
      sexes.push(this.#courses.sexOf(row));
      ageGroups.push(row.ageGroup);
      isDisqualified.push(row.isDisqualified === true);
    });
    this.#columns = {
      times: new Map(times.map(({ point, ofPoint }) => [point, ofPoint])),
      totals,
      categoryTotals,
      groups: { sex: sexes, ageGroup: ageGroups },
      isDisqualified,
    };
    return this.#columns;
  }

  /** The places at the checkpoints among everyone listed; null without a split (RULES.md RK6). */
  checkpointPlacesOf(result: UnrankedResult): readonly (number | null)[] {
    return this.#courses.slots.map((_, slot) => this.placeAt(result, slot));
  }

  /** The place among the finishers of the age group, if any (RULES.md GP1). */
  groupPlaceOf(result: UnrankedResult): number | null {
    return this.#placeAmong(categoryOf(result), result, 'finish')?.place ?? null;
  }

  /** The places at a point among everyone of the event, their sex and their age group (RULES.md GP1 to GP4). */
  groupPlacesAt(result: UnrankedResult, point: StagePoint): GroupPlaces {
    const sex = this.#courses.sexOf(result);
    const ofSex: Group | undefined = sex && { by: 'sex', name: sex };
    return {
      overall: this.#placeAmong({}, result, point),
      sex: this.#placeAmong(ofSex, result, point),
      ageGroup: this.#placeAmong(categoryOf(result), result, point),
    };
  }

  #placeAmong(
    group: Group | undefined,
    result: UnrankedResult,
    point: StagePoint,
  ): GroupPlace | null {
    const value = valueAt(result, point, this.#ranking, group?.by === 'ageGroup');
    if (!group || value === null || !this.#ranking.isRanked) return null;
    const field = this.#fieldAt(group, point);
    const { placed, listed } = field;
    return { place: placeIn(field, value), placed, listed };
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
      // Already in order unless categories have another clock.
      if (rows.some(({ categoryMs }) => typeof categoryMs === 'number')) rows.sort(compare);
    }
    return groups;
  }

  #fieldAt({ by, name = '' }: Group, point: StagePoint): Field {
    return getOrAdd(this.#fields, `${by ?? ''} ${name} ${point}`, () => {
      const { totals, categoryTotals, groups, isDisqualified } = this.#readColumns();
      const { isDense, valueOf } = this.#ranking;
      const atFinish = by === 'ageGroup' ? categoryTotals : totals;
      const column = point === 'finish' ? atFinish : this.timesAt(point).map(valueOf);
      const values: number[] = [];
      let listed = 0;
      isDisqualified.forEach((isOut, at) => {
        if (by && groups[by][at] !== name) return;
        if (!isOut) listed += 1;
        const value = column[at] ?? NaN;
        if (!Number.isNaN(value)) values.push(value);
      });
      const ranked = isDense ? new Set(values) : values;
      // A typed array sorts numbers several times faster.
      return { values: Float64Array.from(ranked).toSorted(), placed: values.length, listed };
    });
  }
}

function categoryOf({ ageGroup }: UnrankedResult): Group | undefined {
  return ageGroup === '' ? undefined : { by: 'ageGroup', name: ageGroup };
}

function placeIn({ values }: Field, value: number): number {
  return countWhile(values.length, (at) => (values[at] ?? Infinity) < value) + 1;
}
