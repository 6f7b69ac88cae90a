import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import { asRunnerId } from '#shared/model/ids.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { Replacement, ReplacementOrder } from '#server/store/replace-record.ts';

import type { NewRunner } from './import-outcome.ts';

/** Runners given their ids before somebody else has a turn. */
const RUNNERS_AT_A_STRETCH = 500;

/** Puts the runners, each with a new id, in the place of all runners and all scans. */
export async function importRunners(
  store: RaceStore,
  runners: readonly NewRunner[],
  order: Pick<ReplacementOrder, 'by' | 'maxScans' | 'madeBy'>,
): Promise<Replacement> {
  const entered: Runner[] = [];
  for (const runner of runners) {
    if (entered.push(enter(runner)) % RUNNERS_AT_A_STRETCH === 0) await turn();
  }
  return store.replaceRunners(entered, order);
}

function enter(runner: NewRunner): Runner {
  return { runnerId: asRunnerId(randomUUID()), ...runner, rev: 1 };
}
