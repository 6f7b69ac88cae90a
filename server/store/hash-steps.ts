import type { Result } from '#shared/model/outcome.ts';

import type { RedisClient } from './redis-connection.ts';

/** Fields read in one step; Redis serves other calls between steps. */
const FIELDS_A_STEP = 2_000;

interface HashEntry {
  readonly field: string;
  readonly value: string;
}

/** Reads a hash in steps; a field may come twice. */
export async function* readSteps(
  client: RedisClient,
  hash: string,
): AsyncGenerator<readonly HashEntry[], void> {
  for await (const step of client.hScanIterator(hash, { COUNT: FIELDS_A_STEP })) {
    if (step.length > 0) yield step;
  }
}

/** The readable records of a hash by their fields; the others are reported. */
export async function readValues<T>(
  client: RedisClient,
  key: string,
  decode: (field: string, text: string) => Result<T, string>,
  onUnreadable: (field: string, reason: string) => void = () => undefined,
): Promise<Map<string, T>> {
  const byField = new Map<string, T>();
  for await (const step of readSteps(client, key)) {
    for (const { field, value } of step) {
      const reading = decode(field, value);
      if (reading.ok) byField.set(field, reading.value);
      else onUnreadable(field, reading.error);
    }
  }
  return byField;
}
