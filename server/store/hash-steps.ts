import { setImmediate } from 'node:timers/promises';

import type { Result } from '#shared/model/outcome.ts';

import { type CorrectedText, correctFlippedBit } from './flipped-bit.ts';
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

interface ReadingListener {
  readonly onCorrected: (field: string, text: CorrectedText) => void;
  readonly onUnreadable: (field: string, text: string, reason: string) => void;
}

/** To look for a bit takes some milliseconds. */
const MOST_CORRECTED = 100;

/** All records of a hash by their fields; one in which a single bit has flipped as it was. */
export async function readValues<T>(
  client: RedisClient,
  key: string,
  decode: (field: string, text: string) => Result<T, string>,
  { onCorrected, onUnreadable }: ReadingListener,
): Promise<Map<string, T>> {
  const byField = new Map<string, T>();
  const unreadable = new Map<string, readonly [text: string, reason: string]>();
  for await (const step of readSteps(client, key)) {
    for (const { field, value } of step) {
      const reading = decode(field, value);
      if (reading.ok) byField.set(field, reading.value);
      // A step through a hash may bring a field twice.
      else unreadable.set(field, [value, reading.error]);
    }
  }
  let tries = 0;
  for (const [field, [text, reason]] of unreadable) {
    await setImmediate();
    // A record that says another id than its field stands in a wrong place.
    const isItsOwn = text.includes(field) && (tries += 1) <= MOST_CORRECTED;
    const found = isItsOwn ? correctFlippedBit(text, (one) => decode(field, one).ok) : undefined;
    const reading = found && decode(field, found.before + found.byte + found.after);
    if (found && reading?.ok) {
      byField.set(field, reading.value);
      onCorrected(field, found);
    } else {
      onUnreadable(field, text, reason);
    }
  }
  return byField;
}
