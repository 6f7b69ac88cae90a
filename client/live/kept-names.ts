/** Under which names the page keeps something in `localStorage`, for whoever only asks whether it is there. */
export const KEPT_NAMES = {
  /** Says without a wait that a race lies in IndexedDB. */
  race: 'splitcast.kept',
  followed: 'splitcast.followed',
  language: 'splitcast.language',
} as const;
