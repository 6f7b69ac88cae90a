import { randomUUID } from 'node:crypto';
import type { BandId } from '#shared/model/ids.ts';
import type { Head } from '#shared/wire/http-api.ts';
import { RECORD_PARTS, type RaceKeys, type RecordPart } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { defineScript, runChange } from './run-script.ts';
import replaceRecordLua from './scripts/replace-record.lua?raw';
import { withSchemaCheck } from './scripts/writing-scripts.ts';
import { type Runner, bandsOf } from '#shared/model/runner.ts';
import { requireChipBounds } from './chip-table.ts';
import { readSteps } from './hash-steps.ts';
import { dropOldBackups } from './kept-backups.ts';

/** Fields written by one HSET while staging. */
const STAGING_STEP = 500;

/** Replaces all runners and all scans by these runners (CF15); see {@link replaceRecord}. */
export async function replaceRunners(
  client: RedisClient,
  keys: RaceKeys,
  runners: readonly Runner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
  chips: Readonly<Record<string, BandId>> = {},
): Promise<Replacement> {
  const stagingId = randomUUID();
  await stage(client, keys.stagingOf(stagingId, 'runners'), runners, (runner) => [
    runner.runnerId,
    JSON.stringify(runner),
  ]);
  const bands = runners.flatMap((runner) =>
    bandsOf(runner).map((bandId) => ({ bandId, runnerId: runner.runnerId })),
  );
  await stage(client, keys.stagingOf(stagingId, 'bands'), bands, (band) => [
    band.bandId,
    band.runnerId,
  ]);
  // A chip belongs to a wristband, not to its wearer.
  const table = keys.stagingOf(stagingId, 'chips');
  await client.multi().copy(keys.chips, table).expire(table, STAGING_LIFE_S).exec();
  await stageChips(client, table, chips);
  const staged = {
    stagingId,
    counts: { runners: runners.length, bands: bands.length, chips: await client.hLen(table) },
  };
  const replacement = await replaceRecord(client, keys, staged, { ...order, action: 'import' });
  await dropOldBackups(client, keys);
  return replacement;
}

/** Adds chips to a staged table. @throws {TooManyChipsError} */
export async function stageChips(
  client: RedisClient,
  table: string,
  chips: Readonly<Record<string, BandId>>,
): Promise<void> {
  const entries = Object.entries(chips);
  if (entries.length === 0) return;
  await stage(client, table, entries, (entry) => entry);
  const staged = new Map<string, BandId>();
  for await (const step of readSteps(client, table)) {
    for (const { field, value } of step) staged.set(field, value as BandId);
  }
  requireChipBounds(staged, Object.values(chips));
}

async function stage<T>(
  client: RedisClient,
  key: string,
  records: readonly T[],
  encode: (record: T) => readonly [field: string, value: string],
): Promise<void> {
  for (let from = 0; from < records.length; from += STAGING_STEP) {
    const step = records.slice(from, from + STAGING_STEP).map(encode);
    // In one step: staged data has names and telephones, and must go if this process is killed.
    await client.multi().hSet(key, Object.fromEntries(step)).expire(key, STAGING_LIFE_S).exec();
  }
}

const replaceRecordScript = defineScript(withSchemaCheck(replaceRecordLua));

/** Scans the script itself may add to the staged ones: few enough to hold up nobody. */
const MAX_LATE_SCANS = 20_000;

/** Staged records of a replacement that never ended go away by themselves. */
export const STAGING_LIFE_S = 3_600;

/** New records, collected under a name of their own. */
export interface Staged {
  readonly stagingId: string;
  /** The required number of each part; 0 of those not named. */
  readonly counts: Partial<Readonly<Record<RecordPart, number>>>;
}

/** The number of records in each part, staged or kept under the names of `nameOf`. */
export async function countParts(
  client: RedisClient,
  nameOf: (part: RecordPart) => string,
): Promise<Staged['counts']> {
  const counts = await Promise.all(
    RECORD_PARTS.map(async (part) => [part, await client.hLen(nameOf(part))] as const),
  );
  return Object.fromEntries(counts);
}

/** Who replaces the record and why, for the log and for the backup it leaves. */
export interface ReplacementOrder {
  readonly by: string;
  readonly action: 'import' | 'restore' | 'merge';
  /** Further fields of its log entry. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The runners of a merge, each with an entry in the log, so that it is in their history. */
  readonly changed?: readonly { readonly before: Runner | undefined; readonly after: Runner }[];
  /** The scans the organiser knows of; with more than these, nothing is replaced. */
  readonly maxScans?: number;
  /**
   * The head before the scans were staged: those stored since are kept too. Without it the present scans go into the
   * backup only.
   */
  readonly keepScansSince?: Head;
  /** With {@link keepScansSince}: anything but scans that came in since is a {@link StaleStagingError}. */
  readonly onlyScansSince?: boolean;
  /** Marks the new record as invented: the demo may replace it again. */
  readonly madeBy?: 'demo';
  /** The hash whose settings replace the present ones. */
  readonly settingsKey?: string;
}

/** What a replacement set aside. */
export interface Replacement {
  readonly version: number;
  readonly backupId: string;
  readonly runnersBefore: number;
  readonly scansBefore: number;
  readonly scansAfter: number;
}

/** More scans came in than the organiser agreed to replace. */
export class MoreScansError extends Error {
  override readonly name = 'MoreScansError';

  constructor(scans: number, agreed: number) {
    super(
      `There ${scans === 1 ? 'is 1 scan' : `are ${scans} scans`} now, not the ${agreed} confirmed. ` +
        'Nothing was changed: check again, and confirm the new number if it is right.',
    );
  }
}

/** Too many scans have come in since the staging: stage them again. */
export class StaleStagingError extends Error {
  override readonly name = 'StaleStagingError';

  constructor() {
    super('The race is changing too quickly right now. Nothing was changed.');
  }
}

/**
 * Puts staged records in the place of the old by one script, which keeps the
 * old ones as a backup. Until that script nothing has changed.
 * @throws {MoreScansError} @throws {StaleStagingError}
 */
export async function replaceRecord(
  client: RedisClient,
  keys: RaceKeys,
  staged: Staged,
  order: ReplacementOrder,
): Promise<Replacement> {
  const {
    by,
    action,
    details,
    changed = [],
    maxScans,
    keepScansSince,
    madeBy,
    settingsKey,
  } = order;
  const { onlyScansSince = false } = order;
  const at = new Date().toISOString();
  const backupId = randomUUID();
  const { runners = 0 } = staged.counts;
  const reply = await runChange(
    client,
    replaceRecordScript,
    [
      keys.meta,
      keys.changes,
      keys.audit,
      keys.backups,
      keys.config,
      keys.backupOf(backupId, 'config'),
      ...RECORD_PARTS.map((part) => keys[part]),
      ...RECORD_PARTS.map((part) => keys.stagingOf(staged.stagingId, part)),
      ...RECORD_PARTS.map((part) => keys.backupOf(backupId, part)),
      keys.taps,
      ...(settingsKey === undefined ? [] : [settingsKey]),
    ],
    [
      keys.changesChannel,
      randomUUID(),
      backupId,
      JSON.stringify({ at, by, reason: action }),
      JSON.stringify(RECORD_PARTS.map((part) => staged.counts[part] ?? 0)),
      JSON.stringify({ at, by, action, after: { runners, backupId, ...details } }),
      maxScans === undefined ? '' : String(maxScans),
      keepScansSince?.epoch ?? '',
      String(keepScansSince?.version ?? ''),
      String(MAX_LATE_SCANS),
      madeBy ?? '',
      onlyScansSince ? 'scans' : '',
      String(RECORD_PARTS.indexOf('control') + 1),
      action === 'merge' ? '' : 'taps',
      ...changed.flatMap(({ before, after: runner }) => [
        runner.runnerId,
        JSON.stringify({ at, by, action, isOneOfMany: true, before, after: runner }),
      ]),
    ],
  );
  const [verdict, ...numbers] = reply as [string, ...number[]];
  if (verdict === 'other-record' || verdict === 'behind') throw new StaleStagingError();
  if (verdict === 'more-scans') throw new MoreScansError(numbers[0] ?? 0, maxScans ?? 0);
  if (verdict !== 'ok') {
    throw new Error('The staged records are gone, so nothing was replaced. Try it again.');
  }
  const [version = 0, runnersBefore = 0, scansBefore = 0, scansAfter = 0] = numbers;
  return { version, backupId, runnersBefore, scansBefore, scansAfter };
}
