import { promisifyRequest } from 'idb-keyval';

import type { KeptTap } from './marshal-tap.ts';

/** Changes a tap as it is kept. */
export type ChangeTap = (kept: KeptTap) => KeptTap;

/** What of a phone outlasts the page. All reject where the phone does not do it. */
export interface TapDatabase {
  readTaps(): Promise<KeptTap[]>;
  /** Each as it is kept by now, or else as given; done once it outlasts a phone that is switched off. */
  changeTaps(taps: readonly KeptTap[], change: ChangeTap): Promise<KeptTap[]>;
  forgetTaps(reportIds: readonly string[]): Promise<void>;
  /** What was last seen under a pass. */
  readSeen(pass: string): Promise<unknown>;
  writeSeen(pass: string, seen: unknown): Promise<void>;
}

const NAME = 'splitcast.marshal';
const TAPS = 'taps';
const SEEN = 'seen';

export function openTapDatabase(): TapDatabase {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> => {
    opening ??= openDatabase();
    return opening;
  };

  /** Done once the transaction is. */
  async function inStore<T>(
    name: string,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const begin = async (): Promise<IDBTransaction> =>
      (await open()).transaction(name, mode, { durability: 'strict' });
    const transaction = await begin().catch(() => {
      // The system closes what a page in the background has open, and does not always say so.
      opening = undefined;
      return begin();
    });
    const done = promisifyRequest(transaction);
    try {
      const result = await work(transaction.objectStore(name));
      await done;
      return result;
    } catch (error) {
      // What failed first says more than that the rest was called off.
      done.catch(() => undefined);
      throw error;
    }
  }

  return {
    readTaps: () => inStore(TAPS, 'readonly', (store) => promisifyRequest(store.getAll())),
    changeTaps: (taps, change) =>
      inStore(TAPS, 'readwrite', async (store) => {
        const changed: KeptTap[] = [];
        for (const tap of taps) {
          const kept: KeptTap | undefined = await promisifyRequest(store.get(tap.reportId));
          const next = change(kept ?? tap);
          await promisifyRequest(store.put(next));
          changed.push(next);
        }
        return changed;
      }),
    forgetTaps: (reportIds) =>
      inStore(TAPS, 'readwrite', async (store) => {
        for (const reportId of reportIds) await promisifyRequest(store.delete(reportId));
      }),
    readSeen: (pass) => inStore(SEEN, 'readonly', (store) => promisifyRequest(store.get(pass))),
    writeSeen: (pass, seen) =>
      inStore(SEEN, 'readwrite', async (store) => {
        // One pass is in use at a time.
        await promisifyRequest(store.clear());
        await promisifyRequest(store.put(seen, pass));
      }),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(TAPS, { keyPath: 'reportId' });
    request.result.createObjectStore(SEEN);
  });
  return promisifyRequest(request);
}
