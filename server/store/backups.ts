import { randomUUID } from 'node:crypto';

import { parseJsonObject } from '#shared/model/json-object.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { BackupEntry } from '#shared/wire/import-api.ts';

import { decodeConfig, decodeRunner } from './codec.ts';
import { readDecoded, readSteps } from './hash-steps.ts';
import { BACKUP_PARTS, type RaceKeys, RECORD_PARTS } from './keys.ts';
import { readConfig, readHead } from './race-record.ts';
import type { RedisClient } from './redis-connection.ts';
import {
  countParts,
  type Replacement,
  replaceRecord,
  STAGING_LIFE_S,
  StaleStagingError,
} from './replace-record.ts';
import { UnreadableLog } from './unreadable.ts';

/** Backups kept; of further ones, the oldest are dropped if newer ones or the race have all their scans. */
const BACKUPS_KEPT = 20;

/** The backups of imports and restores, newest first: in the order of their versions (CF18). */
export async function listBackups(
  client: RedisClient,
  keys: RaceKeys,
  unreadable: UnreadableLog,
): Promise<BackupEntry[]> {
  const entries = Object.entries(await client.hGetAll(keys.backups));
  unreadable.begin('backups');
  return entries
    .flatMap(([backupId, text]) => {
      const backup = decodeBackup(backupId, text);
      if (!backup) unreadable.add('backups', backupId, 'is no backup');
      return backup ?? [];
    })
    .toSorted((a, b) => b.version - a.version || Number(a.at < b.at) - Number(a.at > b.at));
}

export interface RestorePlan {
  readonly backup: BackupEntry;
  /** Scans that are not in the backup and stay: those that came in since. */
  readonly scansKept: number;
  /** How many private runners were not private when it was made. */
  readonly shownAgain: number;
  /** The settings of the backup; undefined where it has none. */
  readonly settings: RaceConfig | undefined;
  readonly settingsNow: RaceConfig;
}

/** What restoring a backup would do; undefined when there is no such backup (any more). */
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
  const settings = backup.hasSettings
    ? decodeConfig(await client.hGetAll(keys.backupOf(backupId, 'config'))).config
    : undefined;
  const settingsNow = await readConfig(client, keys);
  const scansKept = ids.size - backup.scans;
  const shownAgain = await countShownAgain(client, keys, backupId);
  return { backup, scansKept, shownAgain, settings, settingsNow };
}

/** How many of the private runners are not private in the backup, under their id or else their bib. */
async function countShownAgain(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
): Promise<number> {
  const now = await readDecoded(client, keys.runners, decodeRunner);
  const hidden = now.filter(({ isPrivate }) => isPrivate);
  if (hidden.length === 0) return 0;
  const then = await readDecoded(client, keys.backupOf(backupId, 'runners'), decodeRunner);
  const byId = new Map(then.map((runner) => [runner.runnerId, runner]));
  const byBib = new Map(then.map((runner) => [runner.bibNumber, runner]));
  const shown = hidden.filter(({ runnerId, bibNumber }) => {
    const before = byId.get(runnerId) ?? (bibNumber === '' ? undefined : byBib.get(bibNumber));
    return before !== undefined && !before.isPrivate;
  });
  return shown.length;
}

/** A completed restore: what was restored, and the backup made of what it replaced. */
export interface Restored {
  readonly restored: BackupEntry;
  readonly replacement: Replacement;
}

export interface RestoreOrder {
  readonly by: string;
  /** Restore the settings too, if the backup has them. */
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

/** Scans and edits during the staging lead to another try, but not to an endless one. */
const MAX_TRIES = 10;

/** Replaces the record by what each try stages anew; undefined where nothing was replaced. */
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
  { by, withSettings = false }: RestoreOrder,
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
  const settings = withSettings && backup.hasSettings;
  const replacement = await replaceRecord(
    client,
    keys,
    { stagingId, counts },
    {
      by,
      action: 'restore',
      details: { restored: backupId, ...(settings ? { settings } : {}) },
      keepScansSince,
      ...(settings ? { settingsKey: keys.backupOf(backupId, 'config') } : {}),
    },
  );
  return { restored: backup, replacement };
}

/**
 * Drops the oldest backups beyond those kept, but none with a scan that is in no newer one and not in the race: so no
 * scan is ever lost (CF18). A newer backup is dropped only by the same rule, so concurrent drops do no harm.
 */
export async function dropOldBackups(client: RedisClient, keys: RaceKeys): Promise<void> {
  const backups = await listBackups(client, keys, new UnreadableLog());
  for (const [index, { backupId }] of [...backups.entries()].slice(BACKUPS_KEPT).toReversed()) {
    const others = scansSince(keys, backups.slice(0, index));
    if (await areAllIn(client, keys.backupOf(backupId, 'scans'), others)) {
      await client.unlink(BACKUP_PARTS.map((part) => keys.backupOf(backupId, part)));
      await client.hDel(keys.backups, backupId);
    }
  }
}

interface FoundBackup {
  readonly backup: BackupEntry;
  /** The backups made after it. */
  readonly newer: readonly BackupEntry[];
}

async function findBackup(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
): Promise<FoundBackup | undefined> {
  const backups = await listBackups(client, keys, new UnreadableLog());
  const index = backups.findIndex((backup) => backup.backupId === backupId);
  const backup = backups[index];
  return backup && { backup, newer: backups.slice(0, index) };
}

/** The keys of the hashes with the scans that came in after a backup was made. */
function scansSince(keys: RaceKeys, newer: readonly BackupEntry[]): readonly string[] {
  return [keys.scans, ...newer.map(({ backupId }) => keys.backupOf(backupId, 'scans'))];
}

/** Adds the scans of a hash that the target does not have yet. */
async function addScans(client: RedisClient, from: string, to: string): Promise<void> {
  for await (const step of readSteps(client, from)) {
    const writes = client.multi();
    for (const { field, value } of step) writes.hSetNX(to, field, value);
    await writes.expire(to, STAGING_LIFE_S).execAsPipeline();
  }
}

async function areAllIn(
  client: RedisClient,
  hash: string,
  others: readonly string[],
): Promise<boolean> {
  for await (const step of readSteps(client, hash)) {
    let missing = step.map(({ field }) => field);
    for (const other of others) {
      if (missing.length === 0) break;
      const found = await client.hmGet(other, missing);
      missing = missing.filter((_id, index) => found[index] === null);
    }
    if (missing.length > 0) return false;
  }
  return true;
}

/**
 * A backup of an earlier release has no version and no settings; it is older than all others. Undefined for an
 * unreadable one.
 */
function decodeBackup(backupId: string, text: string): BackupEntry | undefined {
  const stored = { version: 0, hasSettings: false, ...parseJsonObject(text) };
  const { at, by, reason, runners, scans, version } = stored as Partial<
    Record<keyof BackupEntry, unknown>
  >;
  const isBackup =
    [at, by, reason].every((value) => typeof value === 'string') &&
    [runners, scans, version].every((value) => typeof value === 'number');
  return isBackup ? ({ ...stored, backupId } as BackupEntry) : undefined;
}
