import type { UnrankedResult } from '../model/result.ts';
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

/** The place in each group; null in one that the runner is not in, and at a point where they have no time. */
export type GroupPlaces = Readonly<Record<Group, GroupPlace | null>>;

export type Sex = 'F' | 'M';

/** The first letter of the age group; undefined without one (RULES.md GP3). */
export function sexOf(ageGroup: string): Sex | undefined {
  if (ageGroup.startsWith('F')) return 'F';
  return ageGroup.startsWith('M') ? 'M' : undefined;
}

/** What is counted of a group while the event is gone through. */
interface Count {
  faster: number;
  placed: number;
  listed: number;
}

/**
 * The places of a runner at a checkpoint or at the finish among everyone of the
 * event, their sex and their age group (RULES.md GP1 to GP4). `listed` is the
 * event as it stands; it is gone through once.
 */
export function findGroupPlaces(
  result: UnrankedResult,
  listed: Iterable<UnrankedResult>,
  point: StagePoint = 'finish',
): GroupPlaces {
  const ownMs = timeAt(result, point);
  const { ageGroup } = result;
  const sex = sexOf(ageGroup);
  const all = startCount();
  const ofSex = startCount();
  const ofAge = startCount();
  for (const other of listed) {
    const otherMs = timeAt(other, point);
    count(all, otherMs, ownMs);
    if (sex === undefined || sexOf(other.ageGroup) !== sex) continue;
    count(ofSex, otherMs, ownMs);
    if (other.ageGroup === ageGroup) count(ofAge, otherMs, ownMs);
  }
  const isTimed = ownMs !== null;
  return {
    overall: isTimed ? placeIn(all) : null,
    sex: isTimed && sex ? placeIn(ofSex) : null,
    ageGroup: isTimed && sex ? placeIn(ofAge) : null,
  };
}

function startCount(): Count {
  return { faster: 0, placed: 0, listed: 0 };
}

function count(into: Count, otherMs: number | null, ownMs: number | null): void {
  into.listed += 1;
  if (otherMs === null) return;
  into.placed += 1;
  if (ownMs !== null && otherMs < ownMs) into.faster += 1;
}

function placeIn({ faster, placed, listed }: Count): GroupPlace {
  return { place: faster + 1, placed, listed };
}
