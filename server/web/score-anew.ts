import { setImmediate } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-scans.ts';

import { Refusal } from './refusal.ts';

/** Runners between two yields. */
const STEP = 500;

/** Everybody as they are now; others have a turn in between. */
export async function* listScored(
  race: Pick<LiveRace, 'listRunners' | 'findScored'>,
): AsyncGenerator<ScoredRunner> {
  const runnerIds = Array.from(race.listRunners(), ({ runnerId }) => runnerId);
  for (const [index, runnerId] of runnerIds.entries()) {
    if (index % STEP === STEP - 1) await setImmediate();
    const scored = race.findScored(runnerId);
    if (scored) yield scored;
  }
}

/** Work that scores the whole race: one at a time leaves room for everybody else. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let isBusy = false;
  return async (work) => {
    if (isBusy) throw new Refusal(503, 'Somebody else asks the same now. Try again.');
    isBusy = true;
    try {
      return await work();
    } finally {
      isBusy = false;
    }
  };
}
