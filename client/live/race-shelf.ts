import { createStore, get, set } from 'idb-keyval';

/**
 * Where a page leaves one entry for the next visit. A browser that keeps nothing, keeps no more or
 * refuses to say is as good as one that was never here: nothing rejects.
 */
export interface RaceShelf {
  /** Undefined when nothing was left. */
  read(): Promise<unknown>;
  /** Replaces the entry; false when the browser keeps it not, and what was there before stays. */
  write(entry: unknown): Promise<boolean>;
}

const NAME = 'splitcast';
const KEY = 'race';
/** Says without a wait that there is an entry, so that a first visit is not held up by looking for one. */
const MARK = 'splitcast.kept';

/** The shelf of the origin, which serves one race. IndexedDB: nothing smaller holds a large field. */
export function openRaceShelf(): RaceShelf {
  const database = createStore(NAME, NAME);
  return {
    read: async () => {
      try {
        return localStorage.getItem(MARK) === null ? undefined : await get<unknown>(KEY, database);
      } catch {
        return undefined;
      }
    },
    write: async (entry) => {
      try {
        await set(KEY, entry, database);
        localStorage.setItem(MARK, 'yes');
        return true;
      } catch {
        return false;
      }
    },
  };
}
