import type { Courses } from '../model/courses.ts';
import type { Sex } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import type { Follower } from './in-step.ts';
import { type StagePoint, timeAt } from './stage-point.ts';

/** A group of an event that a runner is placed in. */
export type Group = 'overall' | 'sex' | 'ageGroup';

/** Where a runner stands in a group. */
export interface GroupPlace {
  /** One more than there are faster ones. */
  readonly place: number;
  /** How many have a time there. */
  readonly placed: number;
  /** How many are listed, wherever they are by now. */
  readonly listed: number;
}

/**
 * Among how many a place is: those of the group who are in the results, since who is still to come
 * counts; once nobody is, those with a time there (RULES.md GP4).
 */
export function countAmong({ placed, listed }: GroupPlace, isClosed: boolean): number {
  return isClosed ? placed : listed;
}

/** The place in each group; null in one that the runner is not in, and at a point where they have no time. */
export type GroupPlaces = Readonly<Record<Group, GroupPlace | null>>;

/** What is counted of a group while the event is gone through. */
interface Count {
  faster: number;
  placed: number;
  listed: number;
}

/**
 * The places of a runner at a checkpoint or at the finish among everyone of the
 * event, their sex and their age group (RULES.md GP1 to GP4).
 */
export class GroupCounts implements Follower {
  readonly #result: UnrankedResult;
  readonly #point: StagePoint;
  readonly #ownMs: DurationMs | null;
  readonly #courses: Courses;
  readonly #sex: Sex | undefined;
  readonly #all = startCount();
  readonly #ofSex = startCount();
  readonly #ofAge = startCount();

  /** `listed` is the event as it stands; it is gone through once. */
  constructor(
    result: UnrankedResult,
    listed: Iterable<UnrankedResult>,
    point: StagePoint,
    courses: Courses,
  ) {
    this.#courses = courses;
    this.#result = result;
    this.#point = point;
    this.#ownMs = timeAt(result, point);
    this.#sex = courses.sexOf(result.ageGroup);
    for (const other of listed) this.#count(other, 1);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    if (before?.events === this.#result.events) this.#count(before, -1);
    if (after?.events === this.#result.events) this.#count(after, 1);
    return true;
  }

  places(): GroupPlaces {
    const isTimed = this.#ownMs !== null;
    return {
      overall: isTimed ? placeIn(this.#all) : null,
      sex: isTimed && this.#sex !== undefined ? placeIn(this.#ofSex) : null,
      ageGroup: isTimed && this.#result.ageGroup !== '' ? placeIn(this.#ofAge) : null,
    };
  }

  #count(other: UnrankedResult, by: 1 | -1): void {
    if (other.isDisqualified) return;
    const otherMs = timeAt(other, this.#point);
    count(this.#all, otherMs, this.#ownMs, by);
    if (this.#sex !== undefined && this.#courses.sexOf(other.ageGroup) === this.#sex) {
      count(this.#ofSex, otherMs, this.#ownMs, by);
    }
    if (other.ageGroup === this.#result.ageGroup) count(this.#ofAge, otherMs, this.#ownMs, by);
  }
}

function startCount(): Count {
  return { faster: 0, placed: 0, listed: 0 };
}

function count(into: Count, otherMs: number | null, ownMs: number | null, by: 1 | -1): void {
  into.listed += by;
  if (otherMs === null) return;
  into.placed += by;
  if (ownMs !== null && otherMs < ownMs) into.faster += by;
}

function placeIn({ faster, placed, listed }: Count): GroupPlace {
  return { place: faster + 1, placed, listed };
}
