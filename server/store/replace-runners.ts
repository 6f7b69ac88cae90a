import { randomUUID } from 'node:crypto';

import { bandsOf, type Runner } from '#shared/model/runner.ts';

import { dropOldBackups } from './kept-backups.ts';
import { encodeRunner } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import {
  type Replacement,
  type ReplacementOrder,
  replaceRecord,
  STAGING_LIFE_S,
} from './replace-record.ts';

/** Fields written by one HSET while staging. */
const STAGING_STEP = 500;

/** Replaces all runners and all scans by these runners (CF15); see {@link replaceRecord}. */
export async function replaceRunners(
  client: RedisClient,
  keys: RaceKeys,
  runners: readonly Runner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
): Promise<Replacement> {
  const stagingId = randomUUID();
  await stage(client, keys.stagingOf(stagingId, 'runners'), runners, (runner) => [
    runner.runnerId,
    encodeRunner(runner),
  ]);
  const bands = runners.flatMap((runner) =>
    bandsOf(runner).map((bandId) => ({ bandId, runnerId: runner.runnerId })),
  );
  await stage(client, keys.stagingOf(stagingId, 'bands'), bands, (band) => [
    band.bandId,
    band.runnerId,
  ]);
  const staged = {
    stagingId,
    counts: { runners: runners.length, bands: bands.length },
  };
  const replacement = await replaceRecord(client, keys, staged, { ...order, action: 'import' });
  await dropOldBackups(client, keys);
  return replacement;
}

async function stage<T>(
  client: RedisClient,
  key: string,
  records: readonly T[],
  encode: (record: T) => readonly [field: string, value: string],
): Promise<void> {
  for (let from = 0; from < records.length; from += STAGING_STEP) {
    const step = records.slice(from, from + STAGING_STEP).map(encode);
    await client.hSet(key, Object.fromEntries(step));
    await client.expire(key, STAGING_LIFE_S);
  }
}
