import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, Redis } from 'ioredis';

import type { RedisSettings } from '#server/config/redis-settings.ts';
import { describeRedis } from '#server/system/redis-address.mjs';

import type { ConnectionListener } from './connect-redis.ts';

/** The pause before a new client replaces one that has ended. */
const RENEW_MS = 250;

/** Called for every connection that is made or lost. */
export interface LinkListener {
  /** A connection is made, for the first time or again. */
  onConnected(): void;
  /** There is no connection. Called for each failed attempt. */
  onDisconnected(error: Error): void;
}

/** One client, until another replaces it or the link is closed. */
interface Link {
  readonly client: Redis | Cluster;
  /** One signal for all of its calls: a combined one for each call would stay in its list. */
  readonly over: AbortController;
}

/**
 * A lasting link to Redis. A client of the library retries, but may also end for good, as when a sentinel reports a new
 * master during a search for the old one: then another client is made. Calls wait and are repeated, so each must be
 * idempotent.
 */
export class RedisLink {
  readonly #connect: (listener: ConnectionListener) => Redis | Cluster;
  readonly #listener: LinkListener;
  readonly #closing = new AbortController();
  #link: Link;
  /** Resolves when the next client is there. */
  #pause: Promise<void> | undefined;

  constructor(connect: (listener: ConnectionListener) => Redis | Cluster, listener: LinkListener) {
    this.#connect = connect;
    this.#listener = listener;
    this.#link = this.#open();
  }

  get isConnected(): boolean {
    return this.#pause === undefined && this.#link.client.status === 'ready';
  }

  /** The answer of Redis, over as many connections as it takes. Rejects when the link is closed. */
  async ask<T>(call: (client: Redis | Cluster) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#pause;
      const { client, over } = this.#link;
      try {
        return await unlessAborted(call(client), over.signal);
      } catch (error) {
        this.#closing.signal.throwIfAborted();
        if (client.status === 'end') this.#replace(this.#link);
        if (!over.signal.aborted) throw error;
      }
    }
  }

  /** Drops the client, whatever its state, and makes another. */
  renew(): void {
    this.#replace(this.#link);
  }

  /** Ends the connection; waiting calls fail. */
  close(): void {
    const reason = new Error('The connection to Redis was closed.');
    this.#closing.abort(reason);
    this.#link.over.abort(reason);
    this.#link.client.disconnect();
  }

  #open(): Link {
    const over = new AbortController();
    const isOver = (): boolean => over.signal.aborted;
    const client = this.#connect({
      onReady: () => {
        if (!isOver()) this.#listener.onConnected();
      },
      onClose: (error) => {
        if (!isOver()) this.#listener.onDisconnected(error);
      },
      onEnd: (error) => {
        if (isOver()) return;
        this.#listener.onDisconnected(error);
        this.#replace(link);
      },
    });
    const link = { client, over };
    return link;
  }

  #replace(link: Link): void {
    if (link !== this.#link || link.over.signal.aborted) return;
    this.#pause = this.#openAfterPause();
    link.over.abort();
    link.client.disconnect();
  }

  async #openAfterPause(): Promise<void> {
    const { signal } = this.#closing;
    await delay(RENEW_MS, undefined, { signal }).catch(() => undefined);
    this.#pause = undefined;
    if (!signal.aborted) this.#link = this.#open();
  }
}

/** The client never settles calls that it could not send before it ended. */
function unlessAborted<T>(call: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Reports to the operator when Redis goes and comes back, once each. */
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
