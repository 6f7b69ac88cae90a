import { createHash } from 'node:crypto';

import type { RedisClient } from './redis-connection.ts';

/** A Lua script and the name under which Redis keeps it. */
export interface Script {
  readonly source: string;
  readonly sha1: string;
}

export function defineScript(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/** Runs a script by its hash, and by its text when Redis does not hold it (any more). */
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
