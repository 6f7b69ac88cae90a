import { FOLLOW_PARAM, MAX_CLUBS, MAX_RUNNERS } from '#client/spectators/followed.ts';

/** Repeated, once for each club. */
const CLUB_PARAM = 'followclub';
const ID_FORM = /^[\w.:-]{1,64}$/;
const LONGEST_CLUB = 200;

/** The runners that an address proposes to follow. It comes from anybody, so it is bounded and may name nobody. */
export interface FollowLink {
  readonly runnerIds: readonly string[];
  readonly clubs: readonly string[];
}

/** Reads the proposal of an address; undefined without one. */
export function parseFollowLink(params: URLSearchParams): FollowLink | undefined {
  const asked = params.get(FOLLOW_PARAM);
  if (asked === null) return undefined;
  // Cut before it is split: an address can be of any length.
  const ids = asked.slice(0, MAX_RUNNERS * 65).split(',');
  const runnerIds = [...new Set(ids.filter((id) => ID_FORM.test(id)))].slice(0, MAX_RUNNERS);
  const clubs = [...new Set(params.getAll(CLUB_PARAM))]
    .filter((club) => club.trim() !== '' && club.length <= LONGEST_CLUB)
    .slice(0, MAX_CLUBS);
  return { runnerIds, clubs };
}

/** The address that proposes to somebody else to follow the same. */
export function createFollowLink({ runnerIds, clubs }: FollowLink): string {
  const params = new URLSearchParams(clubs.map((club) => [CLUB_PARAM, club]));
  const rest = params.size > 0 ? `&${String(params)}` : '';
  return `/?${FOLLOW_PARAM}=${runnerIds.join(',')}${rest}`;
}

/** The address without its proposal, once that was answered. */
export function dropFollowLink(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params);
  rest.delete(FOLLOW_PARAM);
  rest.delete(CLUB_PARAM);
  return rest;
}
