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
