import { randomUUID } from 'node:crypto';

import type { RaceKeys, RecordPart } from './keys.ts';
import { RECORD_PARTS } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runScript } from './run-script.ts';
import replaceRecordLua from './scripts/replace-record.lua?raw';

const replaceRecordScript = defineScript(replaceRecordLua);

/** Backups kept; the oldest beyond them are dropped. */
const BACKUPS_KEPT = 20;

/** Staged records of a replacement that never ended go away by themselves. */
export const STAGING_LIFE_S = 3_600;

/** New records, collected under a name of their own. */
export interface Staged {
  readonly stagingId: string;
  readonly runners: number;
  readonly bands: number;
  readonly scans: number;
  readonly dismissals: number;
}

/** Who replaces the record and why, for the log and for the backup it leaves. */
export interface ReplacementOrder {
  readonly by: string;
  readonly action: 'import' | 'restore';
  /** What the log says of it beside the counts. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The scans the organiser knows of; with more than these, nothing is replaced. */
  readonly maxScans?: number;
}

/** What a replacement put aside. */
export interface Replacement {
  readonly version: number;
  readonly backupId: string;
  readonly runnersBefore: number;
  readonly scansBefore: number;
}

/** More scans came in than the organiser agreed to replace. */
export class MoreScansError extends Error {
  override readonly name = 'MoreScansError';

  constructor(scans: number, agreed: number) {
    super(
      `There ${scans === 1 ? 'is 1 scan' : `are ${scans} scans`} now, and replacing ${agreed} was agreed to. ` +
        'Nothing was changed: look again, and confirm the new number if it is right.',
    );
  }
}

/**
 * Puts staged records in the place of the old by one script, which keeps the
 * old ones as a backup. Until that script nothing has changed.
 */
export async function replaceRecord(
  client: RedisClient,
  keys: RaceKeys,
  staged: Staged,
  { by, action, details, maxScans }: ReplacementOrder,
): Promise<Replacement> {
  const at = new Date().toISOString();
  // Ids sort by time, to the millisecond: the oldest backups are found by them.
  const backupId = `${at.replaceAll(/[-:.Z]/g, '')}-${randomUUID().slice(0, 8)}`;
  const { runners, bands, scans, dismissals } = staged;
  const reply = await runScript(
    client,
    replaceRecordScript,
    [
      keys.meta,
      keys.changes,
      keys.audit,
      keys.backups,
      ...RECORD_PARTS.map((part) => keys[part]),
      ...RECORD_PARTS.map((part) => keys.stagingOf(staged.stagingId, part)),
      ...RECORD_PARTS.map((part) => keys.backupOf(backupId, part)),
    ],
    [
      keys.changesChannel,
      randomUUID(),
      backupId,
      JSON.stringify({ at, by, reason: action }),
      String(runners),
      String(bands),
      String(scans),
      String(dismissals),
      JSON.stringify({ at, by, action, after: { runners, scans, backupId, ...details } }),
      maxScans === undefined ? '' : String(maxScans),
    ],
  );
  const [verdict, ...numbers] = reply as [string, ...number[]];
  if (verdict === 'more-scans') throw new MoreScansError(numbers[0] ?? 0, maxScans ?? 0);
  if (verdict !== 'ok') {
    throw new Error('The staged records are gone, so nothing was replaced. Try it again.');
  }
  await dropOldBackups(client, keys);
  const [version = 0, runnersBefore = 0, scansBefore = 0] = numbers;
  return { version, backupId, runnersBefore, scansBefore };
}

async function dropOldBackups(client: RedisClient, keys: RaceKeys): Promise<void> {
  const ids = (await client.hKeys(keys.backups)).toSorted();
  for (const id of ids.slice(0, -BACKUPS_KEPT)) {
    await client.unlink(RECORD_PARTS.map((part: RecordPart) => keys.backupOf(id, part)));
    await client.hDel(keys.backups, id);
  }
}
