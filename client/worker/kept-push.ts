import type { PushOrder } from '#shared/wire/push-api.ts';

const CACHE = 'splitcast-push';
/** Under which it is kept; nothing is ever fetched from there. */
const ADDRESS = '/push/kept';

/** What this browser wants to be told, as far as somebody has said so. */
export interface KeptPush {
  /** False once somebody has ended it by the button of a message, until a page has noticed. */
  readonly isWanted: boolean;
  /** What the server was told last, and when. */
  readonly order?: PushOrder;
  readonly atMs?: number;
}

/** Where page and worker keep it for each other; a worker has no `localStorage`. */
export interface KeptPushStore {
  /** Undefined where nobody has asked for anything, and where nothing can be kept. */
  readonly read: () => Promise<KeptPush | undefined>;
  readonly write: (kept: KeptPush | undefined) => Promise<void>;
}

export const keptPush: KeptPushStore = {
  read: async () => {
    try {
      const answer = await caches.match(ADDRESS, { cacheName: CACHE });
      return ((await answer?.json()) as KeptPush | undefined) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: async (kept) => {
    try {
      if (kept) await (await caches.open(CACHE)).put(ADDRESS, Response.json(kept));
      else await caches.delete(CACHE);
    } catch {
      // Site data is blocked, or the disk is full: the server is told once more.
    }
  },
};
