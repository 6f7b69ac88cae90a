import type { PushEnd, PushKey, PushOrder } from '#shared/wire/push-api.ts';

const CACHE = 'splitcast-push';

/** The news this browser wants, as far as known. */
export interface KeptPush {
  /** False once somebody has ended it by the button of a message, until a page has noticed. */
  readonly isWanted: boolean;
  /** The last order that the server got, and when. */
  readonly order?: PushOrder;
  readonly atMs?: number;
}

/** Storage that page and worker share; a worker has no `localStorage`. */
export interface KeptPushStore {
  /** Undefined if nobody has asked for news, and if nothing can be stored. */
  readonly read: () => Promise<KeptPush | undefined>;
  readonly write: (kept: KeptPush | undefined) => Promise<void>;
}

/** A store at this cache address, from which nothing is ever fetched. */
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
        // Site data is blocked, or the disk is full: the server is told once more.
      }
    },
  };
}

/** For the news of followed runners. */
export const keptPush = keepAt('/push/kept');

/** Calls the server's Web Push API. */
export type AskPush = (path: string, body?: PushOrder | PushEnd) => Promise<Response>;

/** By `fetch`, of a page or of a worker. */
export const fetchPush: AskPush = (path, body) =>
  fetch(
    path,
    body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    },
  );

/** Rejects if the server refuses it. */
export async function askPush(ask: AskPush, ...call: Parameters<AskPush>): Promise<Response> {
  const answer = await ask(...call);
  if (!answer.ok) throw new Error(`${call[0]} was answered with ${answer.status}.`);
  return answer;
}

/** The subscription of this browser with the race's present key: the existing one, else a new one. */
export async function subscribePush(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  ask: AskPush,
): Promise<PushSubscription> {
  const { publicKey } = (await (await askPush(ask, '/push/key')).json()) as PushKey;
  const before = await pushManager.getSubscription();
  if (before && isKey(before.options.applicationServerKey, publicKey)) return before;
  // It belongs to another race that was at this address, whose keys are lost.
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** The endpoint and keys of a browser; undefined for a subscription without keys. */
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
