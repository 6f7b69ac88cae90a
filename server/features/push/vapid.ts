import webPush from 'web-push';

import type { PushSettings } from '#server/config/push-settings.ts';
import type { PushRecords, VapidKeys } from '#server/store/push-records.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

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
