import { SocketClosedUnexpectedlyError } from 'redis';

import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { TooFewCopiesError } from './record-unavailable.ts';

/** How long a change may take to reach its replicas. It blocks the connection. */
const COPY_MS = 1_000;

/**
 * Runs a script that changes the record, and waits until the required number of replicas have the change (FEED.md CF23).
 * If it throws, the outcome is unknown.
 */
export function runChange(
  client: RedisClient,
  script: string,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const options = { keys: [...keys], arguments: [...args] };
  return awaitCopies(client, () => client.eval(script, options));
}

/**
 * Waits until the required replicas have all previous writes. Called before answering that a change was already made,
 * since its writer may have failed to wait. Throws as {@link runChange} does.
 */
export async function confirmCopies(client: RedisClient, keys: RaceKeys): Promise<void> {
  if (client.waitReplicas === 0) return;
  // WAIT counts from the last write of its own connection.
  await awaitCopies(client, () => client.hSet(keys.probe, 'at', String(Date.now())));
}

async function awaitCopies<T>(client: RedisClient, write: () => Promise<T>): Promise<T> {
  const { connections } = client;
  const reply = await write();
  if (client.waitReplicas === 0) return reply;
  const copies = await client.wait(client.waitReplicas, COPY_MS);
  // After a reconnection WAIT counts any replica, since the new connection has written nothing.
  if (client.connections !== connections) throw new SocketClosedUnexpectedlyError();
  if (copies < client.waitReplicas) {
    throw new TooFewCopiesError(`${copies} of ${client.waitReplicas} copies have the change.`);
  }
  return reply;
}
