import type { RedisSettings } from '#server/config/redis-settings.ts';
import { describeRedis } from '#server/system/redis-address.mjs';

import type { LinkListener } from './redis-link.ts';

/** Tells the operator when Redis goes and comes, once each. */
export class RedisWatch implements LinkListener {
  readonly #address: string;
  readonly #say: (text: string) => void;
  readonly #onConnected: () => void;
  readonly #settle: () => void;
  #isAway = false;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly firstAttempt: Promise<void>;

  constructor(redis: RedisSettings, say: (text: string) => void, onConnected: () => void) {
    this.#address = describeRedis(redis);
    this.#say = say;
    this.#onConnected = onConnected;
    const { promise, resolve } = createDeferred();
    this.firstAttempt = promise;
    this.#settle = resolve;
  }

  onConnected(): void {
    if (this.#isAway)
      this.#say(`Redis at ${this.#address} is back: sending what it does not have.`);
    this.#isAway = false;
    this.#settle();
    this.#onConnected();
  }

  onDisconnected(error: Error): void {
    if (!this.#isAway) {
      this.#say(
        `Redis at ${this.#address} is away (${error.message}). ` +
          'Reading goes on; the journal keeps every read until Redis is back.',
      );
    }
    this.#isAway = true;
    this.#settle();
  }
}

function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let settle: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => (settle = resolve));
  return { promise, resolve: () => settle?.() };
}
