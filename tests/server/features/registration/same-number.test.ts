import { expect, test } from 'vitest';

import type { RaceStore } from '#server/store/race-store.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { getSavedId, saveForm } from '#tests/support/runner-forms.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';

const ORGANISERS = 8;
const ROUNDS = 100;

const redis = provideRedis();

async function openEight(): Promise<[RaceStore, ...RaceStore[]]> {
  const raceKey = uniqueRaceKey();
  const open = () => openStore({ url: redis.url, raceKey });
  return [await open(), ...(await Promise.all(Array.from({ length: ORGANISERS - 1 }, open)))];
}

function countBy(replies: readonly SaveRunnerReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result } of replies) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

test('[CL19] eight simultaneous entries with one wristband: one succeeds, 100 times', async () => {
  const stores = await openEight();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const replies = await Promise.all(
      stores.map((store, at) => saveForm(store, { raceNumber: round, bibNumber: at })),
    );
    expect(countBy(replies)).toEqual({ Success: 1, Taken: ORGANISERS - 1 });
  }
  const { runners } = await stores[0].readRecord();
  expect(new Set(runners.map(({ bandId }) => bandId)).size).toBe(ROUNDS);
  expect(runners).toHaveLength(ROUNDS);
});

test('[CL17] eight simultaneous edits of one revision: one succeeds, seven are conflicts', async () => {
  const stores = await openEight();
  const runnerId = await getSavedId(saveForm(stores[0]));
  for (let rev = 1; rev <= 50; rev += 1) {
    const replies = await Promise.all(
      stores.map((store, at) =>
        saveForm(store, { runnerId, firstName: `R${rev} O${'abcdefgh'[at]}` }, { rev }),
      ),
    );
    expect(countBy(replies)).toEqual({ Success: 1, Conflict: ORGANISERS - 1 });
  }
  expect((await stores[0].readRecord()).runners).toMatchObject([{ rev: 51 }]);
});
