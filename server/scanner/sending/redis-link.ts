import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import type { RedisSettings } from '#server/config/redis-settings.ts';
import { describeRedis } from '#server/system/redis-address.mjs';

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
  #settle: () => void = () => undefined;
  #isAway = false;
  /** Resolves when the first attempt to connect has succeeded or failed. */
  readonly firstAttempt: Promise<void>;

  constructor(redis: RedisSettings, say: (text: string) => void, onConnected: () => void) {
    this.#address = describeRedis(redis);
    this.#say = say;
    this.#onConnected = onConnected;
    this.firstAttempt = new Promise((resolve) => (this.#settle = resolve));
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

/** A connection without a reply for this long is dead: make a new one. */
const SILENCE_MS = 10_000;
const LONGEST_RETRY_MS = 2_000;
/** Sentinels and nodes that take longer to answer are skipped. */
const ANSWER_MS = 1_000;

/** Called for every connection that a client makes or loses. */
export interface ConnectionListener {
  onReady(): void;
  onClose(error: Error): void;
  /** The client makes no more connections. */
  onEnd(error: Error): void;
}

/** Connects to whichever server holds the race, and reconnects whenever that changes; calls wait until then. */
export function connectRedis(redis: RedisSettings, listener: ConnectionListener): Redis | Cluster {
  return redis.form === 'cluster'
    ? connectCluster(redis, listener)
    : connectServer(redis, listener);
}

function connectServer(redis: RedisSettings, listener: ConnectionListener): Redis {
  const server = redis.socketPath === undefined ? redis.nodes[0] : { path: redis.socketPath };
  const place =
    redis.form === 'sentinel' ? sentinelOptions(redis) : { ...server, db: redis.database };
  const client = new Redis({ ...sharedOptions(redis), ...place, retryStrategy: retryMs });
  let lastError = new Error('the connection was closed');
  client.on('error', (error: Error) => (lastError = error));
  client.on('close', () => listener.onClose(lastError));
  client.on('end', () => listener.onEnd(lastError));
  client.on('ready', () => listener.onReady());
  return client;
}

function sentinelOptions(redis: RedisSettings) {
  const { nodes, masterName, sentinelUsername, sentinelPassword, tls } = redis;
  return {
    sentinels: [...nodes],
    // Only the configured sentinels are asked, as the web service does.
    updateSentinels: false,
    name: masterName,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    sentinelCommandTimeout: ANSWER_MS,
    sentinelRetryStrategy: retryMs,
    // They end a connection to a server that is no longer the master.
    failoverDetector: true,
    sentinelReconnectStrategy: retryMs,
    // A master that has become a replica: what it refused is sent to the next.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY') && (2 as const),
  };
}

/** The connections of a cluster come and go one by one; only new ones are reported, as `ready`. */
function connectCluster(redis: RedisSettings, listener: ConnectionListener): Cluster {
  const client = new Cluster([...redis.nodes], {
    redisOptions: sharedOptions(redis),
    slotsRefreshTimeout: ANSWER_MS,
    clusterRetryStrategy: retryMs,
    retryDelayOnFailover: 250,
    // The certificate of a node names its address.
    dnsLookup: (address, callback) => callback(null, address),
  });
  let lastError = new Error('no node answers');
  client.on('node error', (error: Error) => (lastError = error));
  client.on('error', (error: Error) => (lastError = error));
  client.on('close', () => listener.onClose(lastError));
  client.on('end', () => listener.onEnd(lastError));
  client.on('+node', (node: Redis) => node.on('ready', () => listener.onReady()));
  client.on('ready', () => listener.onReady());
  return client;
}

function sharedOptions({ username, password, tls }: RedisSettings) {
  return {
    connectionName: 'splitcast-scanner',
    disableClientInfo: true,
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls }),
  };
}

function retryMs(attempts: number): number {
  return Math.min(25 * 2 ** Math.min(attempts, 10), LONGEST_RETRY_MS);
}
