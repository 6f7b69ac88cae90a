import type { RedisNode, RedisSettings } from '#server/config/redis-settings.ts';
import { timing } from '#server/system/timing.mjs';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createRaceKeys, type RaceKeys } from './keys.ts';
import { createClient } from 'redis';
import { UnreadableLog } from './unreadable.ts';

/** A client of the server with the race. */
export type RedisClient = FailoverRedis & {
  /** How many replicas must have a change of the record before it is acknowledged. */
  readonly waitReplicas: number;
  /** The number of connections made so far. */
  readonly connections: number;
};

/** Access to some records of a race. */
export abstract class StoredRecords {
  protected readonly client: RedisClient;
  readonly keys: RaceKeys;
  /** Unreadable records found outside `readRecord`. */
  readonly unreadable: UnreadableLog;

  constructor(client: RedisClient, keys: RaceKeys, unreadable = new UnreadableLog()) {
    this.client = client;
    this.keys = keys;
    this.unreadable = unreadable;
  }
}

/** Longest pause between two attempts to reconnect. */
const MAX_RECONNECT_PAUSE_MS = 1_000;

/** A connection silent for this long is replaced: the link to Redis may have broken unnoticed. */
const SILENCE_MS = timing('redisSilenceMs', 10_000);
/** Pings keep a healthy connection from being silent for longer. */
const PING_INTERVAL_MS = timing('redisPingMs', 3_000);

/** The part of a logger that reports outages. */
export interface OutageLog {
  error(context: { readonly err: unknown; readonly role: string }, message: string): void;
  info(context: { readonly role: string }, message: string): void;
}

/**
 * A client that reconnects for ever and logs each outage once. Without a connection commands fail at once instead of
 * queueing: an error means that the outcome is unknown, and the caller decides whether to try again.
 */
export function createRedisClient(
  redis: RedisSettings,
  raceKey: string,
  role: string,
  logger: OutageLog,
): RedisClient {
  const [server] = redis.nodes;
  const plain: FailoverRedis =
    redis.form === 'server' && server
      ? createPlainClient(redis, server, role, pauseMs)
      : createFailoverClient(
          () => findServer(redis, raceKey),
          (node) => createPlainClient(redis, node, role, false),
        );
  const client = Object.assign(plain, { waitReplicas: redis.waitReplicas, connections: 0 });
  let isDown = false;
  client.on('error', (error: unknown) => {
    if (!isDown) logger.error({ err: error, role }, 'Redis cannot be reached; trying again');
    isDown = true;
  });
  client.on('ready', () => {
    client.connections += 1;
    if (isDown) logger.info({ role }, 'Redis is back');
    isDown = false;
  });
  return client;
}

function pauseMs(failures: number): number {
  return Math.min(50 * 2 ** failures, MAX_RECONNECT_PAUSE_MS);
}

function createPlainClient(
  redis: RedisSettings,
  server: RedisNode,
  role: string,
  reconnectStrategy: false | ((retries: number) => number),
) {
  const timeouts = { connectTimeout: 5_000, socketTimeout: SILENCE_MS };
  return newClient({
    ...connectionOptions(redis, server, { ...timeouts, reconnectStrategy }),
    name: `splitcast-${role}`,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
  });
}

/** How often it checks whether another server has taken over. */
const LOOK_MS = timing('redisLookMs', 2_000);

/**
 * Connects to the server with the race, which sentinels or a cluster may change. To its user it behaves like the client of
 * one server: without a connection a call fails at once and is never sent again, and each new connection emits `ready`.
 * The library's own clients for sentinels and clusters repeat calls after a lost reply, queue them, and reconnect
 * silently.
 */
class FailoverClient extends EventEmitter {
  readonly #find: () => Promise<RedisNode>;
  /** Makes a client of only that server, without reconnection. */
  readonly #create: (node: RedisNode) => PlainClient;
  current: PlainClient;
  problem: string | undefined;
  #closing: AbortController | undefined;

  constructor(find: () => Promise<RedisNode>, create: (node: RedisNode) => PlainClient) {
    super();
    this.#find = find;
    this.#create = create;
    // Never connected: it refuses calls until a server is found.
    this.current = create({ host: '', port: 0 });
  }

  get isOpen(): boolean {
    return this.#closing?.signal.aborted === false;
  }

  get isReady(): boolean {
    return this.problem === undefined && this.current.isReady;
  }

  /** Tries for ever; resolves with the first connection, and rejects if it is destroyed before. */
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
    this.current.destroy();
  }

  async #follow(closing: AbortSignal): Promise<void> {
    for (let failures = 0; !closing.aborted; failures += 1) {
      try {
        await this.#useServer(closing, () => (failures = 0));
      } catch (error) {
        if (closing.aborted) return;
        this.problem = error instanceof NoServerError ? error.message : NO_ANSWER;
        this.emit('error', error);
      }
      await delay(pauseMs(failures), undefined, { signal: closing }).catch(() => undefined);
    }
  }

  /** Throws when the connection ended, could not be made, or leads to the wrong server. */
  async #useServer(closing: AbortSignal, onReady: () => void): Promise<void> {
    const node = await this.#find();
    closing.throwIfAborted();
    const client = this.#create(node);
    const ended = new AbortController();
    client.on('error', (error: unknown) => ended.abort(error));
    this.problem = NO_ANSWER;
    this.current = client;
    try {
      await client.connect();
      const role = (await client.sendCommand(['ROLE'])) as unknown as [string];
      if (role[0] !== 'master') throw new NoServerError('its master has not taken over yet');
      closing.throwIfAborted();
      this.problem = undefined;
      onReady();
      this.emit('ready');
      await this.#untilMoved(node, AbortSignal.any([closing, ended.signal]));
    } finally {
      client.destroy();
    }
  }

  /** Throws when another server has taken over, or with the reason of `signal`. */
  async #untilMoved(node: RedisNode, signal: AbortSignal): Promise<never> {
    for (;;) {
      await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
      // Without an answer the server stays the same.
      const found = await this.#find().catch(() => node);
      signal.throwIfAborted();
      if (found.host !== node.host || found.port !== node.port) {
        throw new NoServerError('another server has taken over');
      }
    }
  }
}

const NO_ANSWER = 'the server that holds the race does not answer';

type FailoverRedis = PlainClient & {
  /** Why there is no connection, for people; only with sentinels or a cluster. */
  readonly problem?: string | undefined;
};

/** A {@link FailoverClient} with the calls of a client of one server. */
function createFailoverClient(
  ...parts: ConstructorParameters<typeof FailoverClient>
): FailoverRedis {
  const client = new FailoverClient(...parts);
  return new Proxy(client as unknown as FailoverRedis, {
    get(_target, name) {
      const owner = name in client ? client : client.current;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === 'function' ? (value as () => unknown).bind(owner) : value;
    },
  });
}

/** A sentinel or node that takes longer is skipped. */
const ANSWER_MS = 1_000;

/** No sentinel or node names the server with the race. The message follows "Redis cannot be reached:". */
class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

function connectionOptions<Socket extends object>(
  redis: RedisSettings,
  { host, port }: RedisNode,
  socket: Socket,
) {
  const { username, password, database, isEncrypted, socketPath } = redis;
  const common = { disableClientInfo: true };
  if (socketPath !== undefined) return { ...common, socket: { ...socket, path: socketPath } };
  return {
    ...common,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(database > 0 && { database }),
    socket: { ...socket, host, port, ...(isEncrypted && { tls: true as const }) },
  };
}

/**
 * The server with the race now: the master according to the sentinels, or the cluster node with the slot of the race's
 * keys. They are queried in order until one knows.
 */
async function findServer(redis: RedisSettings, raceKey: string): Promise<RedisNode> {
  const isSentinel = redis.form === 'sentinel';
  const failures: unknown[] = [];
  for (const node of redis.nodes) {
    try {
      const found = isSentinel
        ? await querySentinel(redis, node)
        : await queryNode(redis, node, createRaceKeys(raceKey).meta);
      if (found) return found;
    } catch (error) {
      failures.push(error);
    }
  }
  const [noneAnswers, noneKnows] = isSentinel
    ? ['none of its sentinels answers', 'its sentinels know no master of that name']
    : ['no node of the cluster answers', 'the cluster is not whole'];
  throw new NoServerError(failures.length === redis.nodes.length ? noneAnswers : noneKnows, {
    cause: failures[0],
  });
}

async function querySentinel(
  redis: RedisSettings,
  node: RedisNode,
): Promise<RedisNode | undefined> {
  const { sentinelUsername, sentinelPassword, masterName } = redis;
  const login = { username: sentinelUsername, password: sentinelPassword, database: 0 };
  const [answer] = await query({ ...redis, ...login }, node, [
    ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName],
  ]);
  if (!Array.isArray(answer)) return undefined;
  const [host, port] = answer as [string, string];
  return { host, port: Number(port) };
}

/** Undefined from a node that is cut off from the others, whose state is out of date. */
async function queryNode(
  redis: RedisSettings,
  node: RedisNode,
  key: string,
): Promise<RedisNode | undefined> {
  const [info, slot, ranges] = await query(redis, node, [
    ['CLUSTER', 'INFO'],
    ['CLUSTER', 'KEYSLOT', key],
    ['CLUSTER', 'SLOTS'],
  ]);
  if (!String(info).includes('cluster_state:ok')) return undefined;
  const wanted = Number(slot);
  const range = (ranges as [number, number, [string, number]][]).find(
    ([first, last]) => first <= wanted && wanted <= last,
  );
  if (!range) return undefined;
  const [host, port] = range[2];
  // A node that does not know its own name leaves it empty.
  return { host: host || node.host, port };
}

/** Sends commands over a connection of its own, and closes it. */
async function query(
  redis: RedisSettings,
  node: RedisNode,
  commands: readonly (readonly string[])[],
): Promise<readonly unknown[]> {
  const timeouts = { connectTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const client = newClient(
    connectionOptions(redis, node, { ...timeouts, reconnectStrategy: false as const }),
  );
  // An error also rejects the commands.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await Promise.all(commands.map((command) => client.sendCommand(command)));
  } finally {
    client.destroy();
  }
}

/**
 * Never connected; every client is a duplicate of it. `createClient` builds a class of all commands for each name,
 * password or port, which takes longer than connecting.
 */
const model = createClient({ RESP: 2 });

/** A client of a Redis, not yet connected; it speaks RESP 2. */
export function newClient(options: Parameters<typeof model.duplicate>[0]) {
  return model.duplicate(options);
}

type PlainClient = ReturnType<typeof newClient>;
