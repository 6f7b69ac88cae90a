import { randomUUID } from 'node:crypto';

import type { BackupEntry } from '#shared/wire/admin-api.ts';

import type { RaceKeys } from './keys.ts';
import { RECORD_PARTS } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import type { Replacement, ReplacementOrder } from './replace-record.ts';
import { replaceRecord, STAGING_LIFE_S } from './replace-record.ts';

/** The backups that imports and restores left, newest first. */
export async function listBackups(client: RedisClient, keys: RaceKeys): Promise<BackupEntry[]> {
  const entries = Object.entries(await client.hGetAll(keys.backups));
  return entries
    .map(([backupId, text]) => decodeBackup(backupId, text))
    .toSorted((a, b) => Number(a.at < b.at) - Number(a.at > b.at));
}

/** A restore that was done: what was brought back, and what was put aside for it. */
export interface Restored {
  readonly restored: BackupEntry;
  readonly replacement: Replacement;
}

/**
 * Brings back all runners and scans as they were when the backup was made;
 * the present ones become a backup first. Undefined when there is no such
 * backup (any more).
 */
export async function restoreBackup(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
  order: Pick<ReplacementOrder, 'by' | 'maxScans'>,
): Promise<Restored | undefined> {
  const text = await client.hGet(keys.backups, backupId);
  if (text === null) return undefined;
  const restored = decodeBackup(backupId, text);
  const stagingId = randomUUID();
  for (const part of RECORD_PARTS) {
    const target = keys.stagingOf(stagingId, part);
    const copy = client.multi().copy(keys.backupOf(backupId, part), target);
    await copy.expire(target, STAGING_LIFE_S).exec();
  }
  const { runners, scans } = restored;
  const bands = await client.hLen(keys.backupOf(backupId, 'bands'));
  const dismissals = await client.hLen(keys.backupOf(backupId, 'dismissals'));
  const replacement = await replaceRecord(
    client,
    keys,
    { stagingId, runners, bands, scans, dismissals },
    { ...order, action: 'restore', details: { restored: backupId } },
  );
  return { restored, replacement };
}

function decodeBackup(backupId: string, text: string): BackupEntry {
  return { ...(JSON.parse(text) as Omit<BackupEntry, 'backupId'>), backupId };
}
