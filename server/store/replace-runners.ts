import { randomUUID } from 'node:crypto';

import type { Runner } from '#shared/model/runner.ts';

import { encodeRunner } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import type { Replacement, ReplacementOrder } from './replace-record.ts';
import { replaceRecord, STAGING_LIFE_S } from './replace-record.ts';

/** Fields written by one HSET while staging. */
const STAGING_STEP = 500;

/** Replaces all runners and all scans by these runners (CONTRACT 8); see {@link replaceRecord}. */
export async function replaceRunners(
  client: RedisClient,
  keys: RaceKeys,
  runners: readonly Runner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans'>,
): Promise<Replacement> {
  const stagingId = randomUUID();
  await stage(
    client,
    keys.stagingOf(stagingId, 'runners'),
    runners.map((runner) => [runner.runnerId, encodeRunner(runner)]),
  );
  const bands = runners.flatMap((runner) =>
    runner.bandId ? [[runner.bandId, runner.runnerId] as const] : [],
  );
  await stage(client, keys.stagingOf(stagingId, 'bands'), bands);
  const staged = { stagingId, runners: runners.length, bands: bands.length, scans: 0 };
  return replaceRecord(client, keys, staged, { ...order, action: 'import' });
}

async function stage(
  client: RedisClient,
  key: string,
  entries: readonly (readonly [string, string])[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += STAGING_STEP) {
    await client.hSet(key, Object.fromEntries(entries.slice(from, from + STAGING_STEP)));
    await client.expire(key, STAGING_LIFE_S);
  }
}
