import { ofDevice, readText } from './kept-texts.ts';

/** Under which names the page keeps something in `localStorage`, for whoever only asks whether it is there. */
export const KEPT_NAMES = {
  /** Says without a wait that a race lies in IndexedDB. */
  race: 'splitcast.kept',
  followed: 'splitcast.followed',
  language: 'splitcast.language',
} as const;

/** Whether this browser has a race of its last visit or follows somebody; false where it keeps nothing. */
export function hasOwnRace(): boolean {
  return [KEPT_NAMES.race, KEPT_NAMES.followed].some(
    (name) => typeof readText(ofDevice, name) === 'string',
  );
}
