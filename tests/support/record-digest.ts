import { createHash } from 'node:crypto';

import type { RaceStore } from '#server/store/race-store.ts';
import { RECORD_PARTS } from '#server/store/keys.ts';

import { connectRedis } from './ingest-scans.ts';

/** A hash of all parts of the record in Redis that an import replaces. */
export async function digestRecord(redisUrl: string, store: RaceStore): Promise<string> {
  const client = await connectRedis(redisUrl);
  const hash = createHash('sha256');
  for (const part of RECORD_PARTS) {
    const fields = Object.entries(await client.hGetAll(store.keys[part]));
    hash.update(JSON.stringify([part, fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]));
  }
  client.destroy();
  return hash.digest('hex');
}
