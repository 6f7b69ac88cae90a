import type { Result } from '#shared/model/outcome.ts';

import type { RedisClient } from './redis-connection.ts';

/** Fields brought by one step through a hash; others are served between two. */
const FIELDS_A_STEP = 2_000;

export interface HashEntry {
  readonly field: string;
  readonly value: string;
}

/** Goes through a hash, of which a field may come twice; `match` is a glob of the fields that are wanted. */
export async function* readSteps(
  client: RedisClient,
  hash: string,
  match = '*',
): AsyncGenerator<readonly HashEntry[], void> {
  const options = { MATCH: match, COUNT: FIELDS_A_STEP };
  for await (const entries of client.hScanIterator(hash, options)) {
    const step = Array.isArray(entries) ? entries : [entries];
    if (step.length > 0) yield step;
  }
}

/** All of a small hash that can be read. */
export async function readDecoded<T>(
  client: RedisClient,
  hash: string,
  decode: (field: string, text: string) => Result<T, string>,
): Promise<T[]> {
  return Object.entries(await client.hGetAll(hash)).flatMap(([field, text]) => {
    const reading = decode(field, text);
    return reading.ok ? [reading.value] : [];
  });
}
