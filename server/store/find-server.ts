import type { RedisSettings } from '#server/config/redis-settings.ts';
import type { RedisNode } from '#server/system/redis-address.mjs';

import { createRaceKeys } from './keys.ts';
import { newClient } from './new-client.ts';

/** A sentinel or node that takes longer is skipped. */
const ANSWER_MS = 1_000;

/** Nobody can say which server holds the race. The message follows "Redis cannot be reached:". */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

export function connectionOptions(redis: RedisSettings, { host, port }: RedisNode) {
  const { username, password, database, tls, socketPath } = redis;
  if (socketPath !== undefined) return { socket: { path: socketPath } };
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(database > 0 && { database }),
    socket: tls ? { host, port, tls: true as const, ...tls } : { host, port },
  };
}

/**
 * The server that holds the race now: the master according to the sentinels, or the node of the cluster with the slot of
 * the race's keys. They are asked in order until one knows.
 */
export async function findServer(redis: RedisSettings, raceKey: string): Promise<RedisNode> {
  const isSentinel = redis.form === 'sentinel';
  const failures: unknown[] = [];
  for (const node of redis.nodes) {
    try {
      const found = isSentinel
        ? await askSentinel(redis, node)
        : await askNode(redis, node, createRaceKeys(raceKey).meta);
      if (found) return found;
    } catch (error) {
      failures.push(error);
    }
  }
  const cause = failures.length > 0 ? { cause: failures[0] } : undefined;
  const allFailed = failures.length === redis.nodes.length;
  if (isSentinel) {
    throw new NoServerError(
      allFailed ? 'none of its sentinels answers' : 'its sentinels know no master of that name',
      cause,
    );
  }
  throw new NoServerError(
    allFailed ? 'no node of the cluster answers' : 'the cluster is not whole',
    cause,
  );
}

async function askSentinel(redis: RedisSettings, node: RedisNode): Promise<RedisNode | undefined> {
  const { sentinelUsername, sentinelPassword, masterName } = redis;
  const login = { username: sentinelUsername, password: sentinelPassword, database: 0 };
  const [answer] = await ask({ ...redis, ...login }, node, [
    ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName],
  ]);
  if (!Array.isArray(answer)) return undefined;
  const [host, port] = answer as [string, string];
  return { host, port: Number(port) };
}

/** A node that is cut off from the others only knows an earlier state. */
async function askNode(
  redis: RedisSettings,
  node: RedisNode,
  key: string,
): Promise<RedisNode | undefined> {
  const [info, slot, ranges] = await ask(redis, node, [
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
  // A node that does not know its own name is the one just asked.
  return { host: host || node.host, port };
}

/** Asks over a connection of its own, and closes it. */
async function ask(
  redis: RedisSettings,
  node: RedisNode,
  questions: readonly (readonly string[])[],
): Promise<readonly unknown[]> {
  const options = connectionOptions(redis, node);
  const client = newClient({
    ...options,
    disableClientInfo: true,
    socket: {
      ...options.socket,
      connectTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      reconnectStrategy: false,
    },
  });
  // Errors show in the answers.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await Promise.all(questions.map((question) => client.sendCommand(question)));
  } finally {
    client.destroy();
  }
}
