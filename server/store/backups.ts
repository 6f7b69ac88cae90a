import { randomUUID } from 'node:crypto';

import type { RaceConfig } from '#shared/model/race-config.ts';
import type { BackupEntry } from '#shared/wire/import-api.ts';

import { decodeConfig } from './codec.ts';
import { readRunners, readSteps } from './hash-steps.ts';
import { dropOldBackups, findBackup, scansSince } from './kept-backups.ts';
import { type RaceKeys, RECORD_PARTS } from './keys.ts';
import { readConfig, readHead } from './race-record.ts';
import type { RedisClient } from './redis-connection.ts';
import {
  countParts,
  type Replacement,
  replaceRecord,
  STAGING_LIFE_S,
  StaleStagingError,
} from './replace-record.ts';

export interface RestorePlan {
  readonly backup: BackupEntry;
  /** Scans that are not in the backup and stay: those that came in since. */
  readonly scansKept: number;
  /** How many private runners were not private when it was made. */
  readonly shownAgain: number;
  readonly settings: RaceConfig;
  readonly settingsNow: RaceConfig;
}

/** The effect of restoring a backup; undefined if there is no such backup. */
export async function planRestore(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
): Promise<RestorePlan | undefined> {
  const found = await findBackup(client, keys, backupId);
  if (!found) return undefined;
  const { backup, newer } = found;
  const ids = new Set<string>();
  for (const hash of [keys.backupOf(backupId, 'scans'), ...scansSince(keys, newer)]) {
    for await (const step of readSteps(client, hash)) for (const { field } of step) ids.add(field);
  }
  const { config: settings } = decodeConfig(
    await client.hGetAll(keys.backupOf(backupId, 'config')),
  );
  const settingsNow = await readConfig(client, keys);
  const scansKept = ids.size - backup.scans;
  const shownAgain = await countShownAgain(client, keys, backupId);
  return { backup, scansKept, shownAgain, settings, settingsNow };
}

/** How many of the private runners are public in the backup, by id, else by bib. */
async function countShownAgain(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
): Promise<number> {
  const now = await readRunners(client, keys.runners);
  const hidden = now.filter(({ isPrivate }) => isPrivate);
  if (hidden.length === 0) return 0;
  const then = await readRunners(client, keys.backupOf(backupId, 'runners'));
  const byId = new Map(then.map((runner) => [runner.runnerId, runner]));
  const byBib = new Map(then.map((runner) => [runner.bibNumber, runner]));
  const shown = hidden.filter(({ runnerId, bibNumber }) => {
    const before = byId.get(runnerId) ?? (bibNumber === '' ? undefined : byBib.get(bibNumber));
    return before !== undefined && !before.isPrivate;
  });
  return shown.length;
}

/** A completed restore, with the backup made of what it replaced. */
export interface Restored {
  readonly restored: BackupEntry;
  readonly replacement: Replacement;
}

export interface RestoreOrder {
  readonly by: string;
  /** Restore the settings too. */
  readonly withSettings?: boolean;
}

/**
 * Restores all runners as they were in the backup, with its scans and all that came in since: those of newer backups
 * and of the race itself, each id once (CF17). The present runners and scans become a backup first. Undefined when
 * there is no such backup (any more).
 */
export async function restoreBackup(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
  order: RestoreOrder,
): Promise<Restored | undefined> {
  return untilStaged(client, keys, () => tryRestore(client, keys, backupId, order));
}

/** Scans and edits during the staging lead to another attempt, but not endlessly. */
const MAX_TRIES = 10;

/** Replaces the record with what each attempt stages; undefined if nothing was replaced. */
export async function untilStaged<T>(
  client: RedisClient,
  keys: RaceKeys,
  stageAndReplace: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      const replaced = await stageAndReplace();
      if (replaced) await dropOldBackups(client, keys);
      return replaced;
    } catch (error) {
      if (!(error instanceof StaleStagingError) || tries === MAX_TRIES) throw error;
    }
  }
}

async function tryRestore(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
  { by, withSettings: settings = false }: RestoreOrder,
): Promise<Restored | undefined> {
  const keepScansSince = await readHead(client, keys);
  const found = await findBackup(client, keys, backupId);
  if (!found) return undefined;
  const { backup, newer } = found;
  const stagingId = randomUUID();
  for (const part of RECORD_PARTS) {
    const target = keys.stagingOf(stagingId, part);
    const copy = client.multi().copy(keys.backupOf(backupId, part), target);
    await copy.expire(target, STAGING_LIFE_S).exec();
  }
  const stagedScans = keys.stagingOf(stagingId, 'scans');
  for (const hash of scansSince(keys, newer)) await addScans(client, hash, stagedScans);
  const counts = {
    ...(await countParts(client, (part) => keys.backupOf(backupId, part))),
    runners: backup.runners,
    scans: await client.hLen(stagedScans),
  };
  const replacement = await replaceRecord(
    client,
    keys,
    { stagingId, counts },
    {
      by,
      action: 'restore',
      details: { restored: backupId, ...(settings && { settings }) },
      keepScansSince,
      ...(settings && { settingsKey: keys.backupOf(backupId, 'config') }),
    },
  );
  return { restored: backup, replacement };
}

/** Adds the scans of a hash that the target does not have yet. */
async function addScans(client: RedisClient, from: string, to: string): Promise<void> {
  for await (const step of readSteps(client, from)) {
    const writes = client.multi();
    for (const { field, value } of step) writes.hSetNX(to, field, value);
    await writes.expire(to, STAGING_LIFE_S).execAsPipeline();
  }
}
