import { randomInt } from 'node:crypto';

import { foldText } from '#shared/format/fold-text.ts';
import { parseJsonObject } from '#shared/model/json-object.ts';
import type { EpochMs } from '#shared/model/time.ts';

import {
  decode,
  hash,
  idOf,
  type KeptSubscription,
  type PushSource,
  type PushSubscriptionRecord,
  type PushTarget,
  readEntry,
} from './codec-of-subscriptions.ts';
import { readSteps } from './hash-steps.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import claimPassingLua from './scripts/claim-passing.lua?raw';
import putSubscriptionLua from './scripts/put-subscription.lua?raw';
import swapFieldLua from './scripts/swap-field.lua?raw';

const putSubscription = defineScript(putSubscriptionLua);
const claimPassing = defineScript(claimPassingLua);
const swapField = defineScript(swapFieldLua);

/** All that strangers can store: beyond either of these no new one is accepted. */
export const MOST_SUBSCRIPTIONS = 20_000;
export const MOST_BYTES = 32_000_000;
/** The share of one network and of one address in that. */
export const MOST_OF_NETWORK = { subscriptions: 2_000, bytes: 3_200_000 };
export const MOST_OF_ADDRESS = { subscriptions: 200, bytes: 640_000 };
/** The approximate size of an entry in a list. */
const BYTES_A_LIST = 100;
/** Subscriptions that are looked at for one to give way. */
const LOOKED_AT = 100;
/** Tries of a save that conflicts with other changes, or for which others are dropped. */
const TRIES = 50;

const NOWHERE: PushSource = { network: '', address: '' };

/** The two halves of the key that push services know this race by, in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PassingClaim {
  readonly epoch: string;
  /** The name of the passing, and that of the last one that is announced at all. */
  readonly name: string;
  readonly lastName: string;
  readonly runnerId: string;
  readonly club: string;
}

/** The subscriptions to Web Push, shared by all instances. */
export class PushRecords {
  readonly #client: RedisClient;
  readonly #keys: RaceKeys;

  constructor(client: RedisClient, keys: RaceKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** The keys of the race: those of the first caller, for good. */
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

  /**
   * Replaces the subscription of the same endpoint. Where its network or its address has its share, or there is no room
   * at all, the latest that never took a message is dropped: who was there first stays.
   * False when none can be dropped.
   */
  put(
    record: PushSubscriptionRecord,
    { network, address }: PushSource = NOWHERE,
    atMs = Date.now(),
  ): Promise<boolean> {
    const { endpoint, p256dh, auth, language, runners, clubs } = record;
    const order = { endpoint, p256dh, auth, language, runners, clubs };
    const kept = { ...order, network: hash(network), address: hash(address), atMs };
    return this.#replace(idOf(endpoint), kept);
  }

  async remove(endpoint: string): Promise<void> {
    await this.#replace(idOf(endpoint), undefined);
  }

  /** Notes that a push service took a message: such a subscription is not dropped for another. */
  async noteTaken(endpoint: string): Promise<void> {
    const id = idOf(endpoint);
    const kept = await this.#client.hGet(this.#keys.subscriptions, id);
    const list = this.#keys.subscribersOf(decode(kept ?? '')?.network ?? '');
    const entry = await this.#client.hGet(list, id);
    if (entry === null || readEntry(entry).isTaken) return;
    const [bytes, address, , atMs] = entry.split(' ');
    await runScript(this.#client, swapField, [list], [id, entry, `${bytes} ${address} 1 ${atMs}`]);
  }

  count(): Promise<number> {
    return this.#client.hLen(this.#keys.subscriptions);
  }

  /** Removes ended ones; returns how many. */
  async sweep(isOver: (atMs: EpochMs) => boolean): Promise<number> {
    let swept = 0;
    for await (const step of readSteps(this.#client, this.#keys.subscriptions)) {
      for (const { field, value } of step) {
        // An unreadable subscription is useless.
        if (!isOver(decode(value)?.atMs ?? 0)) continue;
        await this.#replace(field, undefined);
        swept += 1;
      }
    }
    return swept;
  }

  /** What sending to the subscription of an id needs, while it is there. */
  async read(id: string): Promise<PushTarget | undefined> {
    const text = await this.#client.hGet(this.#keys.subscriptions, id);
    const kept = decode(text ?? '');
    if (!kept) return undefined;
    const { endpoint, p256dh, auth, language } = kept;
    return { endpoint, p256dh, auth, language };
  }

  /** The ids of the subscriptions to send a passing to: empty unless this call is the first to ask. */
  async claim({ epoch, name, lastName, runnerId, club }: PassingClaim): Promise<string[]> {
    const { meta, told } = this.#keys;
    const lists = [this.#runnerList(runnerId), ...(club === '' ? [] : [this.#clubList(club)])];
    const keys = [meta, told, ...lists];
    return (await runScript(this.#client, claimPassing, keys, [epoch, name, lastName])) as string[];
  }

  async #replace(id: string, record: KeptSubscription | undefined): Promise<boolean> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const verdict = await this.#tryReplace(id, record);
      if (verdict === 'ok') return true;
      if (verdict === 'changed') continue;
      const [, crowded] = verdict.split(' ');
      const latest = verdict === 'full' ? await this.#findLatest() : crowded;
      if (latest === undefined || latest === id) return false;
      await this.#replace(latest, undefined);
    }
    throw new Error('A push subscription is changed by many at once.');
  }

  async #tryReplace(id: string, record: KeptSubscription | undefined): Promise<string> {
    const { subscriptions, push, subscribersOf } = this.#keys;
    const text = (await this.#client.hGet(subscriptions, id)) ?? '';
    const before = decode(text);
    const listedBefore = this.#listsOf(before);
    const networks = [before?.network ?? '', record?.network ?? ''];
    return (await runScript(
      this.#client,
      putSubscription,
      [
        subscriptions,
        push,
        ...networks.map(subscribersOf),
        ...listedBefore,
        ...this.#listsOf(record),
      ],
      [
        id,
        text,
        record ? JSON.stringify(record) : '',
        String(MOST_SUBSCRIPTIONS),
        String(MOST_BYTES),
        String(BYTES_A_LIST),
        String(listedBefore.length),
        ...networks,
        record?.address ?? '',
        String(record?.atMs ?? 0),
        String(MOST_OF_NETWORK.subscriptions),
        String(MOST_OF_NETWORK.bytes),
        String(MOST_OF_ADDRESS.subscriptions),
        String(MOST_OF_ADDRESS.bytes),
      ],
    )) as string;
  }

  /**
   * The latest of some subscriptions that never took a message: where strangers fill the room, nearly all are theirs, and
   * who was there before them is practically never the latest of so many.
   */
  async #findLatest(): Promise<string | undefined> {
    const { subscriptions, subscribersOf } = this.#keys;
    const look = async (cursor: number): Promise<Map<string, string>> => {
      const options = { COUNT: LOOKED_AT };
      const { entries } = await this.#client.hScan(subscriptions, String(cursor), options);
      return new Map(entries.map(({ field, value }) => [field, value]));
    };
    let found = await look(randomInt(MOST_SUBSCRIPTIONS));
    if (found.size < LOOKED_AT / 2) found = await look(0);
    let latest: { readonly id: string; readonly atMs: EpochMs } | undefined;
    for (const [id, text] of found) {
      const network = decode(text)?.network;
      const entry = network !== undefined && (await this.#client.hGet(subscribersOf(network), id));
      if (!entry) continue;
      const { isTaken, atMs } = readEntry(entry);
      if (!isTaken && atMs > (latest?.atMs ?? -Infinity)) latest = { id, atMs };
    }
    return latest?.id;
  }

  #listsOf(record: KeptSubscription | undefined): string[] {
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

  /** Hashed, since a club's name can be long and contain anything. */
  #clubList(club: string): string {
    return this.#keys.followersOf(`club:${hash(foldText(club))}`);
  }
}
