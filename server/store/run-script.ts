import { createHash } from 'node:crypto';

import { type RedisClient, TooFewCopiesError } from './redis-connection.ts';

/** How long a change may take to reach its replicas. The connection does nothing else meanwhile. */
const COPY_MS = 1_000;

/** A Lua script and the hash under which Redis keeps it. */
export interface Script {
  readonly source: string;
  readonly sha1: string;
}

export function defineScript(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/** Runs a script by its hash, and by its text when Redis does not have it (any more). */
export async function runScript(
  client: RedisClient,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const options = { keys: [...keys], arguments: [...args] };
  try {
    return await client.evalSha(script.sha1, options);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(script.source, options);
  }
}

/**
 * Runs a script that changes the record. When replicas are required, it waits until that many have the change (FEED.md
 * CF23); otherwise it throws, and the fate of the change is unknown.
 */
export async function runChange(
  client: RedisClient,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const reply = await runScript(client, script, keys, args);
  if (client.waitReplicas === 0) return reply;
  const copies = await client.wait(client.waitReplicas, COPY_MS);
  if (copies < client.waitReplicas) {
    throw new TooFewCopiesError(`Of ${client.waitReplicas} copies ${copies} have the change.`);
  }
  return reply;
}
