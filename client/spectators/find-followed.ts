import { groupBy } from '#shared/model/group-by.ts';
import type { Starter, StartListRow, UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type FollowedRunner, isSameClub, toFollowed } from './followed.ts';

/** A followed runner, with what is known about them. */
export type FollowedPerson =
  | { readonly kind: 'seen'; readonly runnerId: string; readonly result: UnrankedResult }
  /** On the start list, without a result. */
  | { readonly kind: 'awaited'; readonly runnerId: string; readonly starter: StartListRow }
  /** On neither list; `isGone` once the start list is loaded. */
  | {
      readonly kind: 'missing';
      readonly runnerId: string;
      readonly runner: FollowedRunner;
      readonly isGone: boolean;
    };

/** The start list by id; undefined until loaded. */
export type Starters = ReadonlyMap<string, StartListRow> | undefined;

/** Looks up each followed runner. */
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

/** The most followed runners of a club. */
const MAX_MEMBERS = 60;

/** The first {@link MAX_MEMBERS} entries of a club. */
export function listMembers(club: string, starters: Starters): readonly Starter[] {
  // Compares each of the few spellings of clubs in a large field only once.
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
 * The followed runners with a new id, name or bib, by stored id. A runner whose id is gone, as after an import, is
 * found by bib and name, else by a unique name; a nameless one cannot be found.
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
