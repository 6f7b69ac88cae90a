import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { timing } from '#server/system/timing.mjs';
import type { RedisNode } from '#server/system/redis-address.mjs';

import { NoServerError } from './find-server.ts';
import type { PlainClient } from './new-client.ts';

/** How often it checks whether another server holds the race. */
const LOOK_MS = timing('redisLookMs', 2_000);

export interface FailoverClientOptions {
  readonly find: () => Promise<RedisNode>;
  /** A client of only that server, without reconnection. */
  readonly create: (node: RedisNode) => PlainClient;
  /** The pause after this many failures in a row. */
  readonly pauseMs: (failures: number) => number;
}

/**
 * A client of whichever server holds the race, which sentinels or a cluster may change. To the record it behaves like
 * the client of one server: without a connection a call fails at once and is never sent again, and each new connection
 * emits `ready`. The library's own clients for sentinels and clusters repeat calls after a lost reply, queue them, and
 * reconnect silently.
 */
class FailoverClient extends EventEmitter {
  readonly #options: FailoverClientOptions;
  #current: PlainClient;
  /** Why there is no connection, for people. */
  #problem: string | undefined;
  #closing: AbortController | undefined;

  constructor(options: FailoverClientOptions) {
    super();
    this.#options = options;
    // Never connected: it refuses calls before there is a server.
    this.#current = options.create({ host: '', port: 0 });
  }

  get current(): PlainClient {
    return this.#current;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get isOpen(): boolean {
    return this.#closing?.signal.aborted === false;
  }

  get isReady(): boolean {
    return this.#problem === undefined && this.#current.isReady;
  }

  /** Tries for ever; resolves with the first connection, and rejects when it is destroyed before. */
  connect(): Promise<void> {
    const { signal } = (this.#closing = new AbortController());
    void this.#follow(signal);
    return new Promise((resolve, reject) => {
      this.once('ready', resolve);
      signal.addEventListener('abort', () => reject(new Error('The connection was given up.')));
    });
  }

  destroy(): void {
    this.#closing?.abort();
    this.#current.destroy();
  }

  async #follow(closing: AbortSignal): Promise<void> {
    for (let failures = 0; !closing.aborted; failures += 1) {
      try {
        await this.#useServer(closing, () => (failures = 0));
      } catch (error) {
        if (closing.aborted) return;
        this.#problem = error instanceof NoServerError ? error.message : NO_ANSWER;
        this.emit('error', error);
      }
      await delay(this.#options.pauseMs(failures), undefined, { signal: closing }).catch(
        () => undefined,
      );
    }
  }

  /** Throws when the connection has ended, could not be made, or leads to the wrong server. */
  async #useServer(closing: AbortSignal, onReady: () => void): Promise<void> {
    const node = await this.#options.find();
    closing.throwIfAborted();
    const client = this.#options.create(node);
    const ended = new AbortController();
    client.on('error', (error: unknown) => ended.abort(error));
    this.#problem = NO_ANSWER;
    this.#current = client;
    try {
      await client.connect();
      const role = (await client.sendCommand(['ROLE'])) as unknown as [string];
      if (role[0] !== 'master') throw new NoServerError('its master has not taken over yet');
      closing.throwIfAborted();
      this.#problem = undefined;
      onReady();
      this.emit('ready');
      await this.#untilMoved(node, AbortSignal.any([closing, ended.signal]));
    } finally {
      client.destroy();
    }
  }

  /** Throws when another server holds the race, or with the reason of `signal`. */
  async #untilMoved(node: RedisNode, signal: AbortSignal): Promise<never> {
    for (;;) {
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
      // While nobody can say, the server stays the same.
      const found = await this.#options.find().catch(() => node);
      signal.throwIfAborted();
      if (found.host !== node.host || found.port !== node.port) {
        throw new NoServerError('another server has taken over');
      }
    }
  }
}

const NO_ANSWER = 'the server that holds the race does not answer';

/** What it offers in addition to the calls of a client. */
export type FailoverRedis = PlainClient & { readonly problem: string | undefined };

/** A {@link FailoverClient} with the calls of a client of one server. */
export function createFailoverClient(options: FailoverClientOptions): FailoverRedis {
  const client = new FailoverClient(options);
  return new Proxy(client as unknown as FailoverRedis, {
    get(_target, name) {
      const owner = name in client ? client : client.current;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === 'function' ? (value as () => unknown).bind(owner) : value;
    },
  });
}
