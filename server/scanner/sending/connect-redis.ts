import { Cluster, Redis } from 'ioredis';

import type { RedisSettings } from '#server/config/redis-settings.ts';

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
