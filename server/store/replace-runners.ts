import { randomUUID } from 'node:crypto';

import { Refusal } from '#server/system/refusal.ts';
import type { BandId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';

import { describeReplacement } from './backups.ts';
import { requireChipBounds } from './chip-table.ts';
import { commit, TooManyFieldsError } from './commit.ts';
import { type RaceKeys, RECORD_PARTS } from './keys.ts';
import type { RedisClient } from './redis-connection.ts';
import { planSwap, type Replacement, stage } from './swap-record.ts';

/** For more scans than the organiser agreed to replace. */
export function refuseMoreScans(scans: number, agreed: number): Refusal {
  return new Refusal(
    409,
    `There ${scans === 1 ? 'is 1 scan' : `are ${scans} scans`} now, not the ${agreed} confirmed. ` +
      'Nothing was changed: check again, and confirm the new number if it is right.',
  );
}

export interface ImportOrder {
  readonly by: string;
  /** The number of scans that the organiser agreed to replace: with more, nothing is replaced. */
  readonly maxScans?: number;
}

/**
 * Replaces all runners and scans by these runners (CF15). `chips` are added to the chip table, whose chips belong to
 * wristbands and not to their wearers. @throws {Refusal} for more scans than agreed, or too many chips
 */
export async function replaceRunners(
  client: RedisClient,
  keys: RaceKeys,
  runners: readonly Runner[],
  { by, maxScans }: ImportOrder,
  chips: Readonly<Record<string, BandId>> = {},
): Promise<Replacement> {
  const stagingId = randomUUID();
  const bands = runners.flatMap((runner) =>
    bandsOf(runner).map((bandId) => [bandId, runner.runnerId] as const),
  );
  await stage(
    client,
    keys.stagingOf(stagingId, 'runners'),
    runners.map((runner) => [runner.runnerId, JSON.stringify(runner)]),
  );
  await stage(client, keys.stagingOf(stagingId, 'bands'), bands);
  const emptied = RECORD_PARTS.filter((part) => part !== 'chips').map((part) => [part, 0] as const);
  const counts = {
    ...Object.fromEntries(emptied),
    runners: runners.length,
    bands: bands.length,
  };
  const after = { runners: runners.length, scans: 0 };
  const table = (await client.hGetAll(keys.chips)) as Record<string, BandId>;
  requireChipBounds(new Map(Object.entries({ ...table, ...chips })), Object.values(chips));
  const action = { by, action: 'import', after };
  const { backupId, ...plan } = planSwap(keys, { stagingId, counts }, action);
  const outcome = await commit(client, keys, {
    ...plan,
    swap: { ...plan.swap, drop: [keys.changes, keys.taps] },
    atMost: maxScans === undefined ? [] : [{ key: keys.scans, fields: maxScans }],
    writes: Object.entries(chips).map(([field, value]) => ({ part: 'chips', field, value })),
  }).catch((error: unknown) => {
    throw error instanceof TooManyFieldsError
      ? refuseMoreScans(error.fields, maxScans ?? 0)
      : error;
  });
  if (!outcome.ok) throw new Error('A commit that expects nothing was refused.');
  return describeReplacement(client, keys, outcome.value.version, backupId);
}
