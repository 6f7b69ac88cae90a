import webPush from 'web-push';

import type { PushSettings } from '#server/config/push-settings.ts';
import type { PushRecords, VapidKeys } from '#server/store/push-records.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

const KNOWN_MS = MINUTE_MS;

/**
 * The VAPID keys, generated at first use. They never change: browsers accept messages only with the keys with which they subscribed.
 */
export class Vapid {
  readonly contact: string;
  readonly #records: Pick<PushRecords, 'findKeys'>;
  #known: { readonly keys: VapidKeys; readonly readMs: EpochMs } | undefined;

  constructor({ contact }: PushSettings, records: Pick<PushRecords, 'findKeys'>) {
    this.contact = contact;
    this.#records = records;
  }

  async keys(): Promise<VapidKeys> {
    const nowMs = Date.now();
    if (this.#known && nowMs - this.#known.readMs < KNOWN_MS) return this.#known.keys;
    // After a loss of data in Redis, restore the keys that the browsers have.
    const make = (): VapidKeys => this.#known?.keys ?? webPush.generateVAPIDKeys();
    try {
      this.#known = { keys: await this.#records.findKeys(make), readMs: nowMs };
    } catch (error) {
      // Use the known keys while Redis is down.
      if (!this.#known) throw error;
    }
    return this.#known.keys;
  }
}
