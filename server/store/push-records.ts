import { createHash } from 'node:crypto';

import { foldText } from '#shared/format/fold-text.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { PushOrder } from '#shared/wire/push-api.ts';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import claimPassingLua from './scripts/claim-passing.lua?raw';
import putSubscriptionLua from './scripts/put-subscription.lua?raw';

const putSubscription = defineScript(putSubscriptionLua);
const claimPassing = defineScript(claimPassingLua);

/** All that strangers can put here: past either of these nobody new is taken. */
export const MOST_SUBSCRIPTIONS = 20_000;
export const MOST_BYTES = 32_000_000;
/** What a list costs that an id stands in, about. */
const BYTES_A_LIST = 100;
/** A save on what somebody else changed meanwhile is tried anew so often. */
const TRIES = 5;

/** Where a browser is told something, in what language, and of whom. */
export interface PushSubscriptionRecord extends Omit<PushOrder, 'keys'> {
  /** The browser's public key and its secret, in base64url: messages are encrypted for it alone. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The two halves of the key that push services know this race by, in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A passing, and who may follow whoever passed. */
export interface PassingClaim {
  readonly epoch: string;
  /** The name of the passing, and that of the one after which no other is told. */
  readonly name: string;
  readonly lastName: string;
  readonly runnerId: string;
  readonly club: string;
}

/** Who wants to be told by Web Push, shared by all instances. */
export class PushRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** The keys of the race: those of whoever asked first, for good. */
  async findKeys(make: () => VapidKeys): Promise<VapidKeys> {
    const { push } = this.#keys;
    await this.#client.hSetNX(push, 'vapid', JSON.stringify(make()));
    const keys = parseJsonObject((await this.#client.hGet(push, 'vapid')) ?? '');
    const { publicKey, privateKey } = keys ?? {};
    if (typeof publicKey !== 'string' || typeof privateKey !== 'string') {
      throw new Error('The keys of Web Push in Redis cannot be read.');
    }
    return { publicKey, privateKey };
  }

  /** Keeps a subscription in place of the one of the same endpoint. False when there is no room for it. */
  put(record: PushSubscriptionRecord): Promise<boolean> {
    return this.#replace(idOf(record.endpoint), () => record);
  }

  /** Takes a subscription away, if it is there. */
  async remove(endpoint: string): Promise<void> {
    await this.#replace(idOf(endpoint), () => undefined);
  }

  /** Who is to be told of a passing: nobody unless this call is the first to ask. */
  async claim({
    epoch,
    name,
    lastName,
    runnerId,
    club,
  }: PassingClaim): Promise<PushSubscriptionRecord[]> {
    const { meta, told, subscriptions } = this.#keys;
    const lists = [this.#runnerList(runnerId), ...(club === '' ? [] : [this.#clubList(club)])];
    const reply = (await runScript(
      this.#client,
      claimPassing,
      [meta, told, subscriptions, ...lists],
      [epoch, name, lastName],
    )) as string[];
    return reply.flatMap((text, i) => (i % 2 === 1 ? (decode(text) ?? []) : []));
  }

  async #replace(id: string, make: () => PushSubscriptionRecord | undefined): Promise<boolean> {
    const { subscriptions, push } = this.#keys;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = (await this.#client.hGet(subscriptions, id)) ?? '';
      const record = make();
      const after = record ? JSON.stringify(record) : '';
      if (before === after) return true;
      const listedBefore = this.#listsOf(decode(before));
      const verdict = await runScript(
        this.#client,
        putSubscription,
        [subscriptions, push, ...listedBefore, ...this.#listsOf(record)],
        [
          id,
          before,
          after,
          String(MOST_SUBSCRIPTIONS),
          String(MOST_BYTES),
          String(BYTES_A_LIST),
          String(listedBefore.length),
        ],
      );
      if (verdict !== 'changed') return verdict === 'ok';
    }
    throw new Error('A push subscription is changed by many at once.');
  }

  #listsOf(record: PushSubscriptionRecord | undefined): string[] {
    if (!record) return [];
    const lists = [
      ...record.runners.map((runnerId) => this.#runnerList(runnerId)),
      ...record.clubs.map((club) => this.#clubList(club)),
    ];
    return [...new Set(lists)];
  }

  #runnerList(runnerId: string): string {
    return this.#keys.followersOf(`runner:${runnerId}`);
  }

  /** However long its name is, and whatever stands in it. */
  #clubList(club: string): string {
    return this.#keys.followersOf(`club:${hash(foldText(club))}`);
  }
}

function idOf(endpoint: string): string {
  return hash(endpoint);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Undefined for a text that is no subscription. */
function decode(text: string): PushSubscriptionRecord | undefined {
  const record = parseJsonObject(text);
  const { endpoint, p256dh, auth, language, runners, clubs } = record ?? {};
  const isSubscription =
    [endpoint, p256dh, auth, language].every((value) => typeof value === 'string') &&
    [runners, clubs].every((list) => Array.isArray(list));
  return isSubscription ? (record as unknown as PushSubscriptionRecord) : undefined;
}
