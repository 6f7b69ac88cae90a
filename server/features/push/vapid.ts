import { LRUCache } from 'lru-cache';
import webPush from 'web-push';

import type { PushSettings } from '#server/config/push-settings.ts';
import type { PushRecords, VapidKeys } from '#server/store/push-records.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';

/** How long they are used without a look at Redis. */
const KNOWN_MS = MINUTE_MS;

/**
 * The keys by which push services know this race: those of the settings, or else those that the race generated at first
 * use. Only the holder of the keys with which a browser subscribed can send to it, so they never change by themselves.
 */
export class Vapid {
  readonly contact: string;
  readonly #settings: PushSettings;
  readonly #records: Pick<PushRecords, 'findKeys'>;
  #known: { readonly keys: VapidKeys; readonly readMs: EpochMs } | undefined;

  constructor(settings: PushSettings, records: Pick<PushRecords, 'findKeys'>) {
    this.contact = settings.contact;
    this.#settings = settings;
    this.#records = records;
  }

  async keys(): Promise<VapidKeys> {
    if (this.#settings.keys) return this.#settings.keys;
    const nowMs = Date.now();
    if (this.#known && nowMs - this.#known.readMs < KNOWN_MS) return this.#known.keys;
    // An emptied Redis gets the keys that the browsers have.
    const make = (): VapidKeys => this.#known?.keys ?? webPush.generateVAPIDKeys();
    try {
      this.#known = { keys: await this.#records.findKeys(make), readMs: nowMs };
    } catch (error) {
      // Without Redis messages go on, with the known keys.
      if (!this.#known) throw error;
    }
    return this.#known.keys;
  }
}

/** A push service may refuse a token that is valid for more than a day (RFC 8292 2). */
const GOOD_FOR_MS: DurationMs = 12 * HOUR_MS;
/** Half of that, so that neither clock has to be right. */
const USED_FOR_MS: DurationMs = GOOD_FOR_MS / 2;
/** Each is some 300 bytes, and there are a handful of push services. */
const MOST_KEPT = 100;

/**
 * The tokens that prove to a push service that a message comes from this race (RFC 8292): signed once for each service
 * and used for hours, since signing is much of the cost of a message.
 */
export class VapidTokens {
  readonly #kept = new LRUCache<string, string>({
    max: MOST_KEPT,
    ttl: USED_FOR_MS,
    perf: Date,
    ttlResolution: 0,
  });

  /** The `Authorization` header of a message to this endpoint. */
  authorize(endpoint: string, contact: string, { publicKey, privateKey }: VapidKeys): string {
    const { origin } = new URL(endpoint);
    const name = JSON.stringify([origin, contact, publicKey]);
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const { Authorization } = webPush.getVapidHeaders(
      origin,
      contact,
      publicKey,
      privateKey,
      'aes128gcm',
      Math.floor((Date.now() + GOOD_FOR_MS) / SECOND_MS),
    );
    this.#kept.set(name, Authorization);
    return Authorization;
  }
}
