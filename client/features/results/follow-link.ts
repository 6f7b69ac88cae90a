import { FOLLOW_PARAM, MAX_CLUBS, MAX_RUNNERS } from '#client/spectators/followed.ts';

/** Repeated for each club. */
const CLUB_PARAM = 'followclub';
const ID_FORM = /^[\w.:-]{1,64}$/;
const LONGEST_CLUB = 200;

/** Who an address proposes to follow. Anybody can write one, so both lists are bounded. */
export interface FollowLink {
  readonly runnerIds: readonly string[];
  readonly clubs: readonly string[];
}

/** Reads the proposal of an address; undefined if there is none. */
export function parseFollowLink(params: URLSearchParams): FollowLink | undefined {
  const given = params.get(FOLLOW_PARAM);
  if (given === null) return undefined;
  // Cut before splitting: an address can have any length.
  const ids = given.slice(0, MAX_RUNNERS * 65).split(',');
  const runnerIds = [...new Set(ids.filter((id) => ID_FORM.test(id)))].slice(0, MAX_RUNNERS);
  const clubs = [...new Set(params.getAll(CLUB_PARAM))]
    .filter((club) => club.trim() !== '' && club.length <= LONGEST_CLUB)
    .slice(0, MAX_CLUBS);
  return { runnerIds, clubs };
}

/** The address to share with somebody who wants to follow the same people. */
export function createFollowLink({ runnerIds, clubs }: FollowLink): string {
  const params = new URLSearchParams(clubs.map((club) => [CLUB_PARAM, club]));
  const rest = params.size > 0 ? `&${String(params)}` : '';
  return `/?${FOLLOW_PARAM}=${runnerIds.join(',')}${rest}`;
}

/** Removes the proposal from an address. */
export function dropFollowLink(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete(FOLLOW_PARAM);
  rest.delete(CLUB_PARAM);
  return rest;
}
