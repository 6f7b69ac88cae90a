import { randomUUID } from 'node:crypto';

import type { BandId } from '#shared/model/ids.ts';
import { bandsOf, type Runner } from '#shared/model/runner.ts';

import { untilStaged } from './backups.ts';
import { readRunners } from './hash-steps.ts';
import { type RaceKeys, RECORD_PARTS } from './keys.ts';
import { readHead } from './race-record.ts';
import type { RedisClient } from './redis-connection.ts';
import {
  countParts,
  type Replacement,
  replaceRecord,
  stageChips,
  STAGING_LIFE_S,
} from './replace-record.ts';

/** The effect of a merge on the present runners; undefined for none. */
export interface RunnersMerge {
  /** New and changed ones, in their new state. */
  readonly changed: readonly Runner[];
  /** How many of these are new, and how many there were, for the log. */
  readonly added: number;
  readonly merged: number;
  /** Chips that are given to wristbands; the rest of the table stays. */
  readonly chips?: Readonly<Record<string, BandId>>;
}

const STAGING_STEP = 500;

/**
 * Adds runners and changes others in one step, decided on their state at that moment (CF15): scans stay, including new
 * ones, and the old state is kept as a backup. Undefined when `decide` wants no change.
 */
export async function mergeRunners(
  client: RedisClient,
  keys: RaceKeys,
  decide: (present: readonly Runner[]) => RunnersMerge | undefined,
  by: string,
): Promise<Replacement | undefined> {
  return untilStaged(client, keys, () => tryMerge(client, keys, decide, by));
}

async function tryMerge(
  client: RedisClient,
  keys: RaceKeys,
  decide: (present: readonly Runner[]) => RunnersMerge | undefined,
  by: string,
): Promise<Replacement | undefined> {
  const head = await readHead(client, keys);
  const present = await readRunners(client, keys.runners);
  const merge = decide(present);
  if (!merge) return undefined;
  const before = new Map(present.map((runner) => [runner.runnerId, runner]));
  const stagingId = randomUUID();
  const staging = (part: (typeof RECORD_PARTS)[number]): string => keys.stagingOf(stagingId, part);
  for (const part of RECORD_PARTS) {
    const copy = client.multi().copy(keys[part], staging(part));
    await copy.expire(staging(part), STAGING_LIFE_S).exec();
  }
  for (let from = 0; from < merge.changed.length; from += STAGING_STEP) {
    const step = merge.changed.slice(from, from + STAGING_STEP);
    const bands = step.flatMap((runner) =>
      bandsOf(runner).map((bandId) => [bandId, runner.runnerId] as const),
    );
    const writes = client.multi();
    for (const runner of step)
      writes.hSet(staging('runners'), runner.runnerId, JSON.stringify(runner));
    for (const [bandId, runnerId] of bands) {
      writes.hSet(staging('bands'), bandId, runnerId);
      // Assigning a band ends its dismissal (RULES.md MS6).
      writes.hDel(staging('dismissals'), bandId);
    }
    for (const part of ['runners', 'bands'] as const) writes.expire(staging(part), STAGING_LIFE_S);
    await writes.execAsPipeline();
  }
  await stageChips(client, staging('chips'), merge.chips ?? {});
  const counts = await countParts(client, staging);
  return replaceRecord(
    client,
    keys,
    { stagingId, counts },
    {
      by,
      action: 'merge',
      details: { added: merge.added, merged: merge.merged },
      changed: merge.changed.map((after) => ({ before: before.get(after.runnerId), after })),
      keepScansSince: head,
      onlyScansSince: true,
    },
  );
}
