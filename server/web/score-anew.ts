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

/** Previews that wait for their turn; more are refused. */
const MOST_WAITING = 8;

/**
 * Work that scores the whole race: one at a time leaves room for everybody else. The next ones wait, since a press on
 * +1 s asks again while the last answer is still being worked out.
 * @throws {Refusal} 503 when too many wait already
 */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let asked = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (asked > MOST_WAITING) throw new Refusal(503, 'Others ask the same now. Try again.');
    asked += 1;
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      asked -= 1;
    }
  };
}
