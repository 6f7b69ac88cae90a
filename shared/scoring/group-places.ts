import type { Courses } from '../model/courses.ts';
import type { Ranking } from '../model/ranking.ts';
import type { Sex } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { Follower } from './incremental-view.ts';
import { BeforeCount } from './place-counter.ts';
import { valueAt } from './rank-keys.ts';
import type { StagePoint } from './stage-point.ts';

/** A group of an event that a runner is placed in. */
export type Group = 'overall' | 'sex' | 'ageGroup';

export interface GroupPlace {
  /** One more than the number of faster ones. */
  readonly place: number;
  /** How many have a time there. */
  readonly placed: number;
  /** How many are listed, wherever they are. */
  readonly listed: number;
}

/**
 * The number that a place is among: those of the group in the results, since runners still to come count; once nobody
 * is, those with a time there (RULES.md GP4).
 */
export function countAmong({ placed, listed }: GroupPlace, isClosed: boolean): number {
  return isClosed ? placed : listed;
}

/** The place in each group; null in one that the runner is not in, and at a point where they have no time. */
export type GroupPlaces = Readonly<Record<Group, GroupPlace | null>>;

interface Count {
  readonly before: BeforeCount;
  placed: number;
  listed: number;
}

/**
 * The places of a runner at a checkpoint or at the finish among everyone of the event, their sex and their age group
 * (RULES.md GP1 to GP4).
 */
export class GroupCounts implements Follower {
  readonly #result: UnrankedResult;
  readonly #point: StagePoint;
  readonly #ranking: Ranking;
  readonly #courses: Courses;
  readonly #sex: Sex | undefined;
  readonly #all: Count;
  readonly #ofSex: Count;
  readonly #ofAge: Count;

  /** `listed` is the present event; it is walked once. */
  constructor(
    result: UnrankedResult,
    listed: Iterable<UnrankedResult>,
    point: StagePoint,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.#result = result;
    this.#point = point;
    const ranking = courses.rankingOf(result.events);
    this.#ranking = ranking;
    const ownValue = valueAt(result, point, ranking);
    this.#all = startCount(ownValue, ranking);
    this.#ofSex = startCount(ownValue, ranking);
    this.#ofAge = startCount(valueAt(result, point, ranking, true), ranking);
    this.#sex = courses.sexOf(result);
    for (const other of listed) this.#count(other, 1);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    if (before?.events === this.#result.events) this.#count(before, -1);
    if (after?.events === this.#result.events) this.#count(after, 1);
    return true;
  }

  places(): GroupPlaces {
    const isTimed =
      this.#ranking.isRanked && valueAt(this.#result, this.#point, this.#ranking) !== null;
    return {
      overall: isTimed ? placeIn(this.#all) : null,
      sex: isTimed && this.#sex !== undefined ? placeIn(this.#ofSex) : null,
      ageGroup: isTimed && this.#result.ageGroup !== '' ? placeIn(this.#ofAge) : null,
    };
  }

  #count(other: UnrankedResult, by: 1 | -1): void {
    if (other.isDisqualified) return;
    const value = valueAt(other, this.#point, this.#ranking);
    count(this.#all, value, by);
    if (this.#sex !== undefined && this.#courses.sexOf(other) === this.#sex) {
      count(this.#ofSex, value, by);
    }
    if (other.ageGroup === this.#result.ageGroup) {
      count(this.#ofAge, valueAt(other, this.#point, this.#ranking, true), by);
    }
  }
}

function startCount(ownValue: number | null, ranking: Ranking): Count {
  return { before: new BeforeCount(ownValue, ranking), placed: 0, listed: 0 };
}

function count(into: Count, value: number | null, by: 1 | -1): void {
  into.listed += by;
  if (value === null) return;
  into.placed += by;
  into.before.change(value, by);
}

function placeIn({ before, placed, listed }: Count): GroupPlace {
  return { place: before.place, placed, listed };
}
