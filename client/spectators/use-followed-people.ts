import { useEffect, useMemo } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type FollowedPerson, findFollowed, findRenewed, listMembers } from './find-followed.ts';
import { followed, toFollowed, useFollowed } from './followed.ts';
import { useStartList } from './use-start-list.ts';

export interface FollowedClub {
  readonly club: string;
  readonly members: readonly FollowedPerson[];
}

export interface FollowedPeople {
  /** In the order of starring. */
  readonly runners: readonly FollowedPerson[];
  readonly clubs: readonly FollowedClub[];
  /** The runners and the members of the clubs. */
  readonly everyone: readonly FollowedPerson[];
  /** The results of everyone who has one. */
  readonly seen: readonly UnrankedResult[];
}

/**
 * All followed runners with their current results. The start list is fetched only for clubs and for runners without a
 * result; it also reveals new ids and names.
 */
export function useFollowedPeople(): FollowedPeople {
  const { runners, clubs } = useFollowed();
  const { head } = useRace();
  const standings = useStandings();
  const isAnybodyAwaited = runners.some(({ runnerId }) => !standings.find(runnerId));
  const { starters } = useStartList(head !== undefined && (isAnybodyAwaited || clubs.length > 0));
  const byId = useMemo(
    () => starters && new Map(starters.map((starter) => [starter.runnerId, starter])),
    [starters],
  );
  const members = useMemo(
    () => clubs.map((club) => ({ club, runners: listMembers(club, byId).map(toFollowed) })),
    [clubs, byId],
  );
  const people = findFollowed(runners, standings, byId);
  useEffect(() => {
    const renewed = findRenewed(people, runners, byId);
    if (renewed.size > 0) followed.replaceRunners(renewed);
    // oxlint-disable-next-line react/exhaustive-deps -- `people` is derived from these and new in each render
  }, [runners, byId, head]);
  const followedClubs = members.map(({ club, runners: entered }) => ({
    club,
    members: findFollowed(entered, standings, byId),
  }));
  const everyone = [...people, ...followedClubs.flatMap((club) => club.members)];
  const seen = everyone.flatMap((one) => (one.kind === 'seen' ? [one.result] : []));
  return { runners: people, clubs: followedClubs, everyone, seen };
}
