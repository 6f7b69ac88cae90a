import { groupBy } from '#shared/model/group-by.ts';
import type { Starter, StartListRow, UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type FollowedRunner, isSameClub, toFollowed } from './followed.ts';

/** A followed runner, as far as known. */
export type FollowedPerson =
  | { readonly kind: 'seen'; readonly runnerId: string; readonly result: UnrankedResult }
  /** On the start list, and not seen so far. */
  | { readonly kind: 'awaited'; readonly runnerId: string; readonly starter: StartListRow }
  /** On neither list; `isGone` once the start list is here. */
  | {
      readonly kind: 'missing';
      readonly runnerId: string;
      readonly runner: FollowedRunner;
      readonly isGone: boolean;
    };

/** The start list by id; undefined until it is here. */
export type Starters = ReadonlyMap<string, StartListRow> | undefined;

/** Finds each of the runners: a look-up each, however large the field. */
export function findFollowed(
  runners: readonly FollowedRunner[],
  standings: Pick<Standings, 'find'>,
  starters: Starters,
): readonly FollowedPerson[] {
  return runners.map((runner): FollowedPerson => {
    const { runnerId } = runner;
    const result = standings.find(runnerId);
    if (result) return { kind: 'seen', runnerId, result };
    const starter = starters?.get(runnerId);
    if (starter) return { kind: 'awaited', runnerId, starter };
    return { kind: 'missing', runnerId, runner, isGone: starters !== undefined };
  });
}

/** The most runners of one club who are followed, those entered first. */
const MAX_MEMBERS = 60;

/** Everyone entered for a club, at most sixty of them. */
export function listMembers(club: string, starters: Starters): readonly Starter[] {
  // A large field has few clubs, and each is compared once.
  const isMember = new Map([['', false]]);
  const members: Starter[] = [];
  for (const person of starters?.values() ?? []) {
    const { runClub } = person;
    if (!isMember.has(runClub)) isMember.set(runClub, isSameClub(runClub, club));
    if (isMember.get(runClub)) members.push(person);
    if (members.length === MAX_MEMBERS) break;
  }
  return members;
}

/**
 * The followed runners who go by another id now, by the stored id. A runner whose id is gone, as after an import, is
 * found by bib and name, else by a name that only one has; without a name nobody can tell who it is.
 */
export function findRenewed(
  people: readonly FollowedPerson[],
  kept: readonly FollowedRunner[],
  starters: Starters,
): ReadonlyMap<string, FollowedRunner> {
  const before = new Map(kept.map((runner) => [runner.runnerId, runner]));
  const findAgain = people.some((one) => one.kind === 'missing')
    ? indexByName(starters)
    : undefined;
  const renewed = new Map<string, FollowedRunner>();
  for (const one of people) {
    const found = one.kind === 'missing' ? findAgain?.(one.runner) : personOf(one);
    const now = found && toFollowed(found);
    const was = before.get(one.runnerId);
    if (now && was && !isSameRunner(now, was)) renewed.set(one.runnerId, now);
  }
  return renewed;
}

/** The fields that both lists have. */
function personOf(one: Exclude<FollowedPerson, { kind: 'missing' }>): Starter {
  return one.kind === 'seen' ? one.result : one.starter;
}

function isSameRunner(one: FollowedRunner, other: FollowedRunner): boolean {
  return (
    one.runnerId === other.runnerId && one.bibNumber === other.bibNumber && one.name === other.name
  );
}

function indexByName(starters: Starters): (runner: FollowedRunner) => Starter | undefined {
  const namesakes = groupBy<string, Starter>(
    starters?.values() ?? [],
    (person) => toFollowed(person).name,
  );
  return ({ bibNumber, name }) => {
    const all = name === '' ? [] : (namesakes.get(name) ?? []);
    const sameBib = all.filter((person) => person.bibNumber === bibNumber);
    const [only, ...others] = sameBib.length > 0 ? sameBib : all;
    return others.length === 0 ? only : undefined;
  };
}
