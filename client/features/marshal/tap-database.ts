import { promisifyRequest } from 'idb-keyval';

import type { KeptTap } from './marshal-tap.ts';

export type ChangeTap = (kept: KeptTap) => KeptTap;

/** The phone's storage; its methods reject if it fails. */
export interface TapDatabase {
  readTaps(): Promise<KeptTap[]>;
  /** Changes the stored version of each tap, or the given one; resolves once the result would survive a power cut. */
  changeTaps(taps: readonly KeptTap[], change: ChangeTap): Promise<KeptTap[]>;
  forgetTaps(reportIds: readonly string[]): Promise<void>;
  /** The last stored state of the point of a pass. */
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

  /** Resolves once the transaction is complete. */
  async function inStore<T>(
    name: string,
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<T>,
  ): Promise<T> {
    const begin = async (): Promise<IDBTransaction> =>
      (await open()).transaction(name, mode, { durability: 'strict' });
    const transaction = await begin().catch(() => {
      // Systems close the databases of background pages, not always with an event.
      opening = undefined;
      return begin();
    });
    const done = promisifyRequest(transaction);
    try {
      const result = await work(transaction.objectStore(name));
      await done;
      return result;
    } catch (error) {
      // The first failure explains the abort that it causes.
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
        // Only one pass is in use at a time.
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
