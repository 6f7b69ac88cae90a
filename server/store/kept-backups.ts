import { parseJsonObject } from '#shared/model/json-object.ts';
import type { BackupEntry } from '#shared/wire/import-api.ts';

import { readSteps } from './hash-steps.ts';
import { BACKUP_PARTS, type RaceKeys } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
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

export interface FoundBackup {
  readonly backup: BackupEntry;
  /** The backups made after it. */
  readonly newer: readonly BackupEntry[];
}

/** One of them; undefined if there is none of this id. */
export async function findBackup(
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
export function scansSince(keys: RaceKeys, newer: readonly BackupEntry[]): readonly string[] {
  return [keys.scans, ...newer.map(({ backupId }) => keys.backupOf(backupId, 'scans'))];
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

/** Undefined for an unreadable one. */
function decodeBackup(backupId: string, text: string): BackupEntry | undefined {
  const stored = parseJsonObject(text) ?? {};
  const { at, by, reason, runners, scans, version } = stored;
  const isBackup =
    [at, by, reason].every((value) => typeof value === 'string') &&
    [runners, scans, version].every((value) => typeof value === 'number');
  return isBackup ? ({ ...stored, backupId } as unknown as BackupEntry) : undefined;
}
