import { delMany, promisifyRequest, type UseStore, values } from 'idb-keyval';

import type { KeptTap } from './marshal-tap.ts';

export type ChangeTap = (kept: KeptTap) => KeptTap;

/** The phone's storage; its methods reject if it fails. */
export interface TapDatabase {
  readTaps(): Promise<KeptTap[]>;
  /** Changes the stored version of each tap, or the given one; resolves once the result would survive a power cut. */
  changeTaps(taps: readonly KeptTap[], change: ChangeTap): Promise<KeptTap[]>;
  forgetTaps(reportIds: readonly string[]): Promise<void>;
}

const NAME = 'splitcast.marshal';
const TAPS = 'taps';

export function openTapDatabase(): TapDatabase {
  let opening: Promise<IDBDatabase> | undefined;
  const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    opening ??= openDatabase();
    return (await opening).transaction(TAPS, mode, { durability: 'strict' });
  };
  const inTaps: UseStore = async (mode, work) => {
    const transaction = await begin(mode).catch(() => {
      // Systems close the databases of background pages, not always with an event.
      opening = undefined;
      return begin(mode);
    });
    return work(transaction.objectStore(TAPS));
  };

  return {
    readTaps: () => values(inTaps),
    changeTaps: (taps, change) =>
      inTaps('readwrite', async (store) => {
        const changed: KeptTap[] = [];
        for (const tap of taps) {
          const kept: KeptTap | undefined = await promisifyRequest(store.get(tap.reportId));
          const next = change(kept ?? tap);
          await promisifyRequest(store.put(next));
          changed.push(next);
        }
        await promisifyRequest(store.transaction);
        return changed;
      }),
    forgetTaps: (reportIds) => delMany([...reportIds], inTaps),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(TAPS, { keyPath: 'reportId' });
  });
  return promisifyRequest(request);
}
