import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import { foldText } from '#shared/format/fold-text.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { MAX_PUSH_CLUBS, MAX_PUSH_RUNNERS } from '#shared/wire/push-api.ts';

import { parseAs } from './codec.ts';
import { readSteps } from './hash-steps.ts';
import { StoredRecords } from './redis-connection.ts';
import putSubscriptionLua from './scripts/put-subscription.lua?raw';

/** The address of a browser for Web Push. */
export const browserAddress = {
  endpoint: z.string(),
  /** The browser's public key and its secret, in base64url, with which messages to it are encrypted. */
  p256dh: z.string(),
  auth: z.string(),
};

const subscriptionRecord = z.object({
  ...browserAddress,
  language: z.string(),
  runners: z.readonly(z.array(z.string()).check(z.maxLength(MAX_PUSH_RUNNERS))),
  clubs: z.readonly(z.array(z.string()).check(z.maxLength(MAX_PUSH_CLUBS))),
  /** A hash of the network of the browser. */
  network: z.string(),
  /** When it was last stored. */
  atMs: z.number(),
});
type StoredSubscription = Readonly<z.infer<typeof subscriptionRecord>>;

/** A browser, its language, and the runners and clubs it follows. */
export type PushSubscriptionRecord = Omit<StoredSubscription, 'network' | 'atMs'>;

/** A subscription as needed for sending, without the runners and clubs, which may be many. */
export type PushTarget = Pick<PushSubscriptionRecord, 'endpoint' | 'p256dh' | 'auth' | 'language'>;

/** The id of a browser in the record, from its endpoint. */
export function idOf(endpoint: string): string {
  return hash(endpoint);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
/** The key pair by which push services identify this race, in base64url. */
export type VapidKeys = Readonly<z.infer<typeof vapidKeys>>;

/** The most that strangers can store, in all and from one network: beyond either no new subscription is accepted. */
export const MOST_BYTES = 32_000_000;
export const MOST_OF_NETWORK = 3_200_000;
/** Each subscription counts as at least this, which allows 20,000 of them. */
export const LEAST_BYTES = 1_600;
/** The approximate size of an entry in a list. */
const BYTES_A_LIST = 100;
/** Tries of a save that conflicts with others. */
const TRIES = 50;
/** How long a claimed passing is remembered; news are sent for at most ten minutes. */
const CLAIMED_S = 86_400;

export interface PassingClaim {
  readonly epoch: string;
  /** The name of the passing, and of the last one that is announced for the runner. */
  readonly name: string;
  readonly lastName: string;
  readonly runnerId: string;
  readonly club: string;
}

/** The subscriptions to Web Push, shared by all instances. */
export class PushRecords extends StoredRecords {
  /** The keys of the race. The first caller makes them, for good: browsers accept no messages with others. */
  async findKeys(make: () => VapidKeys): Promise<VapidKeys> {
    const { push } = this.keys;
    const read = (): Promise<string | null> => this.client.hGet(push, 'vapid');
    let text = await read();
    if (text === null) {
      await this.client.hSetNX(push, 'vapid', JSON.stringify(make()));
      text = await read();
    }
    const keys = parseAs(vapidKeys, text);
    if (!keys) throw new Error('The keys of Web Push in Redis cannot be read.');
    return keys;
  }

  /** Replaces the subscription of the same endpoint; false if there is no room, in all or for its network. */
  put(record: PushSubscriptionRecord, network = '', atMs = Date.now()): Promise<boolean> {
    return this.#replace(idOf(record.endpoint), { ...record, network: hash(network), atMs });
  }

  async remove(endpoint: string): Promise<void> {
    await this.#replace(idOf(endpoint), undefined);
  }

  count(): Promise<number> {
    return this.client.hLen(this.keys.subscriptions);
  }

  /** Removes outdated and unreadable ones; returns their number. */
  async sweep(isOver: (atMs: EpochMs) => boolean): Promise<number> {
    let swept = 0;
    for await (const step of readSteps(this.client, this.keys.subscriptions)) {
      for (const { field, value } of step) {
        if (!isOver(parseAs(subscriptionRecord, value)?.atMs ?? 0)) continue;
        await this.#replace(field, undefined);
        swept += 1;
      }
    }
    return swept;
  }

  async read(id: string): Promise<PushTarget | undefined> {
    const stored = parseAs(subscriptionRecord, await this.client.hGet(this.keys.subscriptions, id));
    if (!stored) return undefined;
    const { endpoint, p256dh, auth, language } = stored;
    return { endpoint, p256dh, auth, language };
  }

  /** The ids of the subscriptions to notify of a passing; only the first call for a passing gets them. */
  async claim({ epoch, name, lastName, runnerId, club }: PassingClaim): Promise<string[]> {
    const lists = [this.#runnerList(runnerId), ...(club === '' ? [] : [this.#clubList(club)])];
    const ids = await Promise.all(lists.map((list) => this.client.hKeys(list)));
    const followers = new Set(ids.flat());
    // Passings of runners without followers are not stored.
    if (followers.size === 0) return [];
    const claimed = this.keys.claimedOf(epoch);
    if (name !== lastName && (await this.client.hExists(claimed, lastName))) return [];
    const isFirst = await this.client.hSetNX(claimed, name, '1');
    await this.client.expire(claimed, CLAIMED_S);
    return isFirst ? [...followers] : [];
  }

  async #replace(id: string, record: StoredSubscription | undefined): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const verdict = await this.#tryReplace(id, record);
      if (verdict !== 'changed') return verdict === 'ok';
    }
    throw new Error('A push subscription is changed by many at once.');
  }

  async #tryReplace(id: string, record: StoredSubscription | undefined): Promise<string> {
    const { subscriptions, subscribers } = this.keys;
    const before = (await this.client.hGet(subscriptions, id)) ?? '';
    const after = record ? JSON.stringify(record) : '';
    const was = parseAs(subscriptionRecord, before);
    const [listedBefore, listed] = [this.#listsOf(was), this.#listsOf(record)];
    return (await this.client.eval(putSubscriptionLua, {
      keys: [subscriptions, subscribers, ...listedBefore, ...listed],
      arguments: [
        id,
        before,
        after,
        String(listedBefore.length),
        was?.network ?? '',
        record?.network ?? '',
        String(costOf(before, listedBefore)),
        String(costOf(after, listed)),
        String(MOST_BYTES),
        String(MOST_OF_NETWORK),
      ],
    })) as string;
  }

  #listsOf(record: StoredSubscription | undefined): string[] {
    if (!record) return [];
    const lists = [
      ...record.runners.map((runnerId) => this.#runnerList(runnerId)),
      ...record.clubs.map((club) => this.#clubList(club)),
    ];
    return [...new Set(lists)];
  }

  #runnerList(runnerId: string): string {
    return this.keys.followersOf(`runner:${runnerId}`);
  }

  /** Hashed, since a club's name can be long and contain anything. */
  #clubList(club: string): string {
    return this.keys.followersOf(`club:${hash(foldText(club))}`);
  }
}

function costOf(text: string, lists: readonly string[]): number {
  const bytes = Buffer.byteLength(text) + BYTES_A_LIST * lists.length;
  return text === '' ? 0 : Math.max(LEAST_BYTES, bytes);
}
