import { ofDevice, readText } from './kept-texts.ts';

/** The keys of the page in `localStorage`, for code that only checks whether they exist. */
export const KEPT_NAMES = {
  /** Set while IndexedDB holds a race, so that nobody waits for an empty database. */
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
