import type { Result } from '#shared/model/outcome.ts';

import type { RedisClient } from './redis-connection.ts';

/** Fields read in one step; other calls are served between two. */
const FIELDS_A_STEP = 2_000;

export interface HashEntry {
  readonly field: string;
  readonly value: string;
}

/** Walks a hash, in which a field may come twice; `match` is a glob of the wanted fields. */
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

/** All readable fields of a small hash. */
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
