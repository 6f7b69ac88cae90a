import { LRUCache } from 'lru-cache';
import webPush from 'web-push';

import type { VapidKeys } from '#server/store/push-records.ts';
import { type DurationMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';

/** A push service may refuse one that is good for more than a day (RFC 8292 2). */
const GOOD_FOR_MS: DurationMs = 12 * HOUR_MS;
/** Half of that, so that neither clock has to be right. */
const USED_FOR_MS: DurationMs = GOOD_FOR_MS / 2;
/** Each is some 300 bytes, and there are a handful of push services. */
const MOST_KEPT = 100;

/**
 * By what a push service knows that a message is of this race (RFC 8292): signed once for each service
 * and used for hours, since signing is much of what a message costs.
 */
export class VapidTokens {
  readonly #kept = new LRUCache<string, string>({
    max: MOST_KEPT,
    ttl: USED_FOR_MS,
    perf: Date,
    ttlResolution: 0,
  });

  /** The `Authorization` of a message to this endpoint. */
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
