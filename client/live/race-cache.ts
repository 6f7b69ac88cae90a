import { createStore, get, set } from 'idb-keyval';

import { STORAGE_KEYS, keepText, ofDevice, readText } from './text-storage.ts';

/** Stores one entry for the next visit. A browser that cannot store counts as empty: nothing rejects. */
export interface RaceCache {
  /** Undefined without an entry. */
  read(): Promise<unknown>;
  /** Replaces the entry; if that fails, the old one stays. */
  write(entry: unknown): Promise<void>;
}

const NAME = 'splitcast';
const KEY = 'race';

/** The cache of the origin, which serves one race. In IndexedDB: a large field exceeds `localStorage`. */
export function openRaceCache(): RaceCache {
  const database = createStore(NAME, NAME);
  return {
    read: async () => {
      try {
        const isCached = typeof readText(ofDevice, STORAGE_KEYS.race) === 'string';
        return isCached ? await get<unknown>(KEY, database) : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (entry) => {
      try {
        await set(KEY, entry, database);
        keepText(ofDevice, STORAGE_KEYS.race, 'yes');
      } catch {
        // The next visit begins without it.
      }
    },
  };
}
