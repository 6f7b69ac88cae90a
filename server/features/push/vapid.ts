import webPush from 'web-push';

import type { PushSettings } from '#server/config/push-settings.ts';
import type { PushRecords, VapidKeys } from '#server/store/push-records.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';

/** How long they are known without looking. */
const KNOWN_MS = MINUTE_MS;

/**
 * The keys by which push services know this race: those of the settings, else those that the race made
 * for itself when they were first asked for. A browser is told only by who has the ones it
 * subscribed with, so they never change by themselves.
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
    // A Redis that was emptied is given those that the browsers have.
    const make = (): VapidKeys => this.#known?.keys ?? webPush.generateVAPIDKeys();
    try {
      this.#known = { keys: await this.#records.findKeys(make), readMs: nowMs };
    } catch (error) {
      // Messages go on without Redis, with the keys they had.
      if (!this.#known) throw error;
    }
    return this.#known.keys;
  }
}
