/** Web storage. A browser that blocks site data throws at every access, and counts as empty. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The page's own keys in `localStorage`. */
export const STORAGE_KEYS = {
  /** Set while IndexedDB holds a race, so that a first visit does not wait for an empty database. */
  race: 'splitcast.kept',
  followed: 'splitcast.followed',
  language: 'splitcast.language',
} as const;

/** Shared by all tabs, until the data is cleared. */
export const ofDevice = (): Storage => localStorage;
/** For one tab, until it is closed. */
const ofTab = (): Storage => sessionStorage;

/** Null if the key is not set, undefined if storage is blocked. */
export function readText(storage: () => TextStorage, key: string): string | null | undefined {
  try {
    return storage().getItem(key);
  } catch {
    return undefined;
  }
}

/** Returns false if it cannot be stored. */
export function keepText(storage: () => TextStorage, key: string, text: string): boolean {
  try {
    storage().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function forgetText(storage: () => Storage, key: string): void {
  try {
    storage().removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Whether this browser has a race cached, or follows somebody. */
export function hasOwnRace(): boolean {
  return [STORAGE_KEYS.race, STORAGE_KEYS.followed].some(
    (key) => typeof readText(ofDevice, key) === 'string',
  );
}

/** Sets a marker for this tab; false if it is already set, or cannot be stored. */
export function noteOnce(key: string, text: string): boolean {
  return readText(ofTab, key) !== text && keepText(ofTab, key, text);
}

/** Calls back when another tab changes the device's text, or removes it (null). */
export function watchText(name: string, onChange: (text: string | null) => void): void {
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key: everything was cleared.
    if (key === name || key === null) onChange(newValue);
  });
}
