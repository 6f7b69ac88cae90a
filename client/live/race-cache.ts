import { createStore, get, set } from 'idb-keyval';

import { KEPT_NAMES } from './kept-names.ts';
import { keepText, ofDevice, readText } from './kept-texts.ts';

/**
 * Stores one entry of a page for the next visit. A browser that stores nothing, is full or fails counts as empty:
 * nothing rejects.
 */
export interface RaceCache {
  /** Undefined when there is no entry. */
  read(): Promise<unknown>;
  /** Replaces the entry; false when the browser does not keep it, and the old one stays. */
  write(entry: unknown): Promise<boolean>;
}

const NAME = 'splitcast';
const KEY = 'race';

/**
 * The cache of the origin, which serves one race. IndexedDB: nothing smaller holds a large field.
 */
export function openRaceCache(): RaceCache {
  const database = createStore(NAME, NAME);
  return {
    read: async () => {
      try {
        // On a first visit nobody has to wait for an empty database to be read.
        const isKept = typeof readText(ofDevice, KEPT_NAMES.race) === 'string';
        return isKept ? await get<unknown>(KEY, database) : undefined;
      } catch {
        return undefined;
      }
    },
    write: async (entry) => {
      try {
        await set(KEY, entry, database);
        return keepText(ofDevice, KEPT_NAMES.race, 'yes');
      } catch {
        return false;
      }
    },
  };
}
