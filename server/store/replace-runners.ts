import { randomUUID } from 'node:crypto';

import type { Runner } from '#shared/model/runner.ts';

import { encodeRunner } from './codec.ts';
import type { RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import replaceRunnersLua from './scripts/replace-runners.lua?raw';

const replaceRunnersScript = defineScript(replaceRunnersLua);

/** Fields written by one HSET while staging. */
const STAGING_STEP = 500;
/** Staged records of an import that never ended go away by themselves. */
const STAGING_LIFE_S = 3_600;
/** Backups kept; the oldest beyond them are dropped. */
const BACKUPS_KEPT = 20;

/** What a replacement put aside. */
export interface Replacement {
  readonly backupId: string;
  readonly runnersBefore: number;
  readonly scansBefore: number;
}

/**
 * Replaces all runners and all scans (CONTRACT 8): the new records are
 * collected under a name of their own, then one script puts them in the place
 * of the old, which become a backup. Until that script nothing has changed.
 */
export async function replaceRunners(
  client: RedisClient,
  keys: RaceKeys,
  runners: readonly Runner[],
  by: string,
): Promise<Replacement> {
  const importId = randomUUID();
  const at = new Date().toISOString();
  const backupId = `${at.replaceAll(/[-:]/g, '').slice(0, 15)}-${importId.slice(0, 8)}`;
  const stagedRunners = keys.stagingOf(importId, 'runners');
  const stagedBands = keys.stagingOf(importId, 'bands');
  await stage(
    client,
    stagedRunners,
    runners.map((runner) => [runner.runnerId, encodeRunner(runner)]),
  );
  await stage(
    client,
    stagedBands,
    runners.flatMap((runner) => (runner.bandId ? [[runner.bandId, runner.runnerId] as const] : [])),
  );
  const reply = await runScript(
    client,
    replaceRunnersScript,
    [
      keys.meta,
      keys.changes,
      keys.audit,
      keys.backups,
      keys.runners,
      keys.bands,
      keys.scans,
      stagedRunners,
      stagedBands,
      keys.backupOf(backupId, 'runners'),
      keys.backupOf(backupId, 'bands'),
      keys.backupOf(backupId, 'scans'),
    ],
    [
      keys.changesChannel,
      randomUUID(),
      backupId,
      JSON.stringify({ at, by, reason: 'import' }),
      String(runners.length),
      JSON.stringify({ at, by, action: 'import', after: { runners: runners.length, backupId } }),
    ],
  );
  const [verdict, , runnersBefore, scansBefore] = reply as [string, number, number, number];
  if (verdict !== 'ok') {
    throw new Error('The staged runners are gone, so nothing was replaced. Run the import again.');
  }
  await dropOldBackups(client, keys);
  return { backupId, runnersBefore, scansBefore };
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

async function dropOldBackups(client: RedisClient, keys: RaceKeys): Promise<void> {
  const ids = (await client.hKeys(keys.backups)).toSorted();
  for (const id of ids.slice(0, -BACKUPS_KEPT)) {
    await client.unlink([
      keys.backupOf(id, 'runners'),
      keys.backupOf(id, 'bands'),
      keys.backupOf(id, 'scans'),
    ]);
    await client.hDel(keys.backups, id);
  }
}
