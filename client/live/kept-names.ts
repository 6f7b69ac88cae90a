import { ofDevice, readText } from './kept-texts.ts';

/** The names of what the page keeps in `localStorage`, for code that only asks whether it is there. */
export const KEPT_NAMES = {
  /** Tells without waiting that a race is kept in IndexedDB. */
  race: 'splitcast.kept',
  followed: 'splitcast.followed',
  language: 'splitcast.language',
} as const;

/**
 * Whether this browser has a race of its last visit or follows somebody; false where it keeps
 * nothing.
 */
export function hasOwnRace(): boolean {
  return [KEPT_NAMES.race, KEPT_NAMES.followed].some(
    (name) => typeof readText(ofDevice, name) === 'string',
  );
}
