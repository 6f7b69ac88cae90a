import { setImmediate } from 'node:timers/promises';

import type { LiveRace } from '#server/race/live-race.ts';
import type { ScoredRunner } from '#server/race/present-runner.ts';

import { FairQueue } from './single-flight-cache.ts';

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

/**
 * For previews that score the whole race. The next ones wait, since a press on +1 s asks again while the last answer is
 * still being worked out.
 */
export function createPreviewQueue(): FairQueue {
  return new FairQueue({ inAll: 9, perNetwork: 9 });
}
