import type { PushEnd, PushKey, PushOrder } from '#shared/wire/push-api.ts';

const CACHE = 'splitcast-push';

/** This browser's stored push order. */
export interface KeptPush {
  /** False after the stop button of a message, until a page reads it. */
  readonly isWanted: boolean;
  /** The last order that the server accepted, and when. */
  readonly order?: PushOrder;
  readonly atMs?: number;
}

/** Storage shared by page and worker, which has no `localStorage`. */
export interface KeptPushStore {
  /** Undefined without an order, or if storage is blocked. */
  readonly read: () => Promise<KeptPush | undefined>;
  readonly write: (kept: KeptPush | undefined) => Promise<void>;
}

/** A store in the Cache API, under an address that is never fetched. */
export function keepAt(address: string): KeptPushStore {
  return {
    read: async () => {
      try {
        const answer = await caches.match(address, { cacheName: CACHE });
        return ((await answer?.json()) as KeptPush | undefined) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: async (kept) => {
      try {
        const cache = await caches.open(CACHE);
        await (kept ? cache.put(address, Response.json(kept)) : cache.delete(address));
      } catch {
        // Site data is blocked, or the disk is full: the order is sent again at the next visit.
      }
    },
  };
}

/** For the news of followed runners. */
export const keptPush = keepAt('/push/kept');

export type AskPush = (path: string, body?: PushOrder | PushEnd) => Promise<Response>;

export const fetchPush: AskPush = (path, body) =>
  fetch(
    path,
    body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  );

/** Calls the server's push API; rejects if it refuses. */
export async function askPush(ask: AskPush, ...call: Parameters<AskPush>): Promise<Response> {
  const answer = await ask(...call);
  if (!answer.ok) throw new Error(`${call[0]} was answered with ${answer.status}.`);
  return answer;
}

/** This browser's subscription with the race's current key, newly made if need be. */
export async function subscribePush(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  ask: AskPush,
): Promise<PushSubscription> {
  const { publicKey } = (await (await askPush(ask, '/push/key')).json()) as PushKey;
  const before = await pushManager.getSubscription();
  if (before && isKey(before.options.applicationServerKey, publicKey)) return before;
  // It belongs to another race that was served at this address before.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** A subscription's endpoint and keys; undefined without keys. */
export function addressPush(
  subscription: PushSubscription,
): Pick<PushOrder, 'endpoint' | 'keys'> | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return undefined;
  return { endpoint, keys: { p256dh, auth } };
}

function isKey(known: ArrayBuffer | null, publicKey: string): boolean {
  if (!known) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(known)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey;
}
