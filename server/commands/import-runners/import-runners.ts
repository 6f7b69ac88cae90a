import { randomUUID } from 'node:crypto';

import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { Replacement, ReplacementOrder } from '#server/store/replace-record.ts';

import type { NewRunner } from './import-outcome.ts';

/** Puts the runners, each with a new id, in the place of all runners and all scans (CONTRACT 8). */
export async function importRunners(
  store: RaceStore,
  runners: readonly NewRunner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans'>,
): Promise<Replacement> {
  return store.replaceRunners(runners.map(enter), order);
}

function enter(runner: NewRunner): Runner {
  return { runnerId: asRunnerId(randomUUID()), ...runner, rev: 1 };
}
