import { randomUUID } from 'node:crypto';

import * as z from 'zod/mini';

import { coursesOf } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { BackupEntry, RestorePreview } from '#shared/wire/import-api.ts';

import { parseAs } from './codec.ts';
import { commit } from './commit.ts';
import { readSteps, readValues } from './hash-steps.ts';
import { type RaceKeys, RECORD_PARTS, type RecordPart } from './keys.ts';
import { readConfig, readHead } from './race-record.ts';
import { BusyRecordError } from './record-unavailable.ts';
import { RECORDS } from './records.ts';
import type { RedisClient } from './redis-connection.ts';
import { planSwap, type Replacement, STAGING_LIFE_S } from './swap-record.ts';
import { UnreadableLog } from './unreadable.ts';

/** Further backups are dropped, the oldest first, if newer ones or the race have all their scans. */
const BACKUPS_KEPT = 20;

/** The backups of imports and restores, newest first by version (CF18). */
export async function listBackups(
  client: RedisClient,
  keys: RaceKeys,
  unreadable = new UnreadableLog(),
): Promise<BackupEntry[]> {
  unreadable.begin('backups');
  const backups: BackupEntry[] = [];
  for (const [backupId, text] of Object.entries(await client.hGetAll(keys.backups))) {
    const entry = parseAs(backupEntry, text);
    if (entry) backups.push({ backupId, ...entry });
    else unreadable.add('backups', backupId, 'is no backup');
  }
  return backups.toSorted(
    (a, b) => b.version - a.version || Number(a.at < b.at) - Number(a.at > b.at),
  );
}

/**
 * Drops the oldest backups beyond {@link BACKUPS_KEPT}, unless one has a scan that is neither in a newer one nor in the
 * race (CF18). A newer backup is dropped only by the same rule, so concurrent drops do no harm.
 */
async function dropOldBackups(client: RedisClient, keys: RaceKeys): Promise<void> {
  const backups = await listBackups(client, keys);
  for (const [index, { backupId }] of [...backups.entries()].slice(BACKUPS_KEPT).toReversed()) {
    const others = scansSince(keys, backups.slice(0, index));
    if (await areAllIn(client, keys.backupOf(backupId, 'scans'), others)) {
      await client.unlink(RECORD_PARTS.map((part) => keys.backupOf(backupId, part)));
      await client.hDel(keys.backups, backupId);
    }
  }
}

/** The backup of an id with those made after it; undefined if there is no such backup. */
async function findBackup(client: RedisClient, keys: RaceKeys, backupId: string) {
  const backups = await listBackups(client, keys);
  const index = backups.findIndex((backup) => backup.backupId === backupId);
  const backup = backups[index];
  return backup && { backup, newer: backups.slice(0, index) };
}

/** The keys of the hashes with the scans stored since a backup, which the `newer` ones follow. */
function scansSince(keys: RaceKeys, newer: readonly BackupEntry[]): readonly string[] {
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

const backupEntry = z.object({
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  runners: z.number(),
  scans: z.number(),
  version: z.number(),
});

interface RestorePlan extends Pick<RestorePreview, 'scansKept' | 'shownAgain' | 'goneDistances'> {
  readonly backup: BackupEntry;
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
  const scansKept = ids.size - backup.scans;
  const before = await readValues(client, keys.backupOf(backupId, 'runners'), RECORDS.runners);
  const shownAgain = await countShownAgain(client, keys, before);
  const courses = coursesOf(await readConfig(client, keys));
  const events = new Set(Array.from(before.values(), ({ event }) => event));
  const goneDistances = [...events].filter((event) => !courses.hasEvent(event));
  return { backup, scansKept, shownAgain, goneDistances };
}

/** The number of private runners who are public in a backup, found there by id, else by bib. */
async function countShownAgain(
  client: RedisClient,
  keys: RaceKeys,
  byId: ReadonlyMap<string, Runner>,
): Promise<number> {
  const now = await readValues(client, keys.runners, RECORDS.runners);
  const hidden = [...now.values()].filter(({ isPrivate }) => isPrivate);
  const byBib = new Map(Array.from(byId.values(), (runner) => [runner.bibNumber, runner]));
  const shown = hidden.filter(({ runnerId, bibNumber }) => {
    const before = byId.get(runnerId) ?? (bibNumber === '' ? undefined : byBib.get(bibNumber));
    return before !== undefined && !before.isPrivate;
  });
  return shown.length;
}

/** Describes a replacement of the whole record by its backup; also drops old backups. */
export async function describeReplacement(
  client: RedisClient,
  keys: RaceKeys,
  version: number,
  backupId: string,
): Promise<Replacement> {
  const found = await findBackup(client, keys, backupId);
  await dropOldBackups(client, keys);
  const { runners = 0, scans = 0 } = found?.backup ?? {};
  return { version, backupId, runnersBefore: runners, scansBefore: scans };
}

/** Another restore or import during the staging leads to another attempt, but not endlessly. */
const MAX_TRIES = 10;

/**
 * Restores the runners of a backup, with its scans and all stored since, each id once (CF17). What is replaced becomes a
 * backup first, `replacement`. Undefined if there is no such backup (any more). @throws {BusyRecordError}
 */
export async function restoreBackup(
  client: RedisClient,
  keys: RaceKeys,
  backupId: string,
  { by }: { readonly by: string },
): Promise<{ restored: BackupEntry; replacement: Replacement; scans: number } | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { epoch, version: since } = await readHead(client, keys);
    const found = await findBackup(client, keys, backupId);
    if (!found) return undefined;
    const stagingId = randomUUID();
    const counts: Partial<Record<RecordPart, number>> = {};
    for (const part of RECORD_PARTS) {
      const target = keys.stagingOf(stagingId, part);
      const copy = client.multi().copy(keys.backupOf(backupId, part), target);
      await copy.expire(target, STAGING_LIFE_S).exec();
      if (part === 'scans') {
        for (const hash of scansSince(keys, found.newer)) await addScans(client, hash, target);
      }
      counts[part] = await client.hLen(target);
    }
    const { runners, scans = 0 } = counts;
    const after = { runners, scans, restored: backupId };
    const action = { by, action: 'restore', after };
    const { backupId: kept, ...plan } = planSwap(keys, { stagingId, counts }, action);
    const outcome = await commit(client, keys, {
      ...plan,
      swap: {
        ...plan.swap,
        // The reports made of taps are replaced too, so taps sent again must count as new.
        drop: [keys.changes, keys.taps],
        late: { scans: keys.scans, staged: keys.stagingOf(stagingId, 'scans'), since },
      },
      on: { epoch },
    });
    if (!outcome.ok) continue;
    const replacement = await describeReplacement(client, keys, outcome.value.version, kept);
    return { restored: found.backup, replacement, scans: await client.hLen(keys.scans) };
  }
  throw new BusyRecordError();
}

/** Adds the scans of a hash that the target does not have yet. */
async function addScans(client: RedisClient, from: string, to: string): Promise<void> {
  for await (const step of readSteps(client, from)) {
    const writes = client.multi();
    for (const { field, value } of step) writes.hSetNX(to, field, value);
    await writes.expire(to, STAGING_LIFE_S).execAsPipeline();
  }
}
