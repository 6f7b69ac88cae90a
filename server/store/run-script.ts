import { createHash } from 'node:crypto';

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
  return awaitCopies(client, () => runScript(client, script, options));
}

/** By its hash, since a scanner's link may be slow; by its text if Redis does not know it (any more). */
async function runScript(
  client: RedisClient,
  script: string,
  options: { keys: string[]; arguments: string[] },
): Promise<unknown> {
  try {
    return await client.evalSha(createHash('sha1').update(script).digest('hex'), options);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(script, options);
  }
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
