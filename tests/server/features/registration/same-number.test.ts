import { expect, test } from 'vitest';

import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { saveRunner } from '#server/features/registration/save-runner.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import type { SaveRunnerReply } from '#shared/wire/runners-api.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { fillForm } from '#tests/support/runner-forms.ts';

const ORGANISERS = 8;
const ROUNDS = 100;

const redis = provideRedis();

async function openEight() {
  const raceKey = uniqueRaceKey();
  const stores = await Promise.all(
    Array.from({ length: ORGANISERS }, () => openStore({ url: redis.url, raceKey })),
  );
  const [first] = stores;
  if (!first) throw new Error('no store');
  return { redis, stores, first };
}

/** One save by one organiser, over a connection of their own. */
async function save(store: RaceStore, dataBlob: unknown[], rev?: number): Promise<SaveRunnerReply> {
  const reading = parseSaveInput({ dataBlob, ...(rev === undefined ? {} : { rev }) });
  if (!reading.ok) throw new Error(JSON.stringify(reading.error));
  return (await saveRunner(store.runners, reading.value, 'one@example.org', DEFAULT_CONFIG)).reply;
}

/** Every wristband with those who wear it, by their records; and what the index says. */
async function readHolders(url: string, store: RaceStore) {
  const client = await connectRedis(url);
  const index = await client.hGetAll(store.keys.bands);
  const { runners } = await store.readRecord();
  client.destroy();
  const holders = new Map<string, string[]>();
  for (const { bandId, runnerId } of runners) {
    if (bandId) holders.set(bandId, [...(holders.get(bandId) ?? []), runnerId]);
  }
  return { index, holders: Object.fromEntries(holders) };
}

function countBy(replies: readonly SaveRunnerReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { result } of replies) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
}

test('[CL19] of eight organisers who give one wristband to eight new runners at once, one gets it, 100 times', async () => {
  const { redis, stores, first } = await openEight();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const replies = await Promise.all(
      stores.map((store, organiser) =>
        save(store, fillForm({ raceNumber: round, bibNumber: organiser })),
      ),
    );
    expect(countBy(replies)).toEqual({ Success: 1, Taken: ORGANISERS - 1 });
  }
  const { index, holders } = await readHolders(redis.url, first);
  expect(Object.keys(holders)).toHaveLength(ROUNDS);
  expect(holders).toEqual(
    Object.fromEntries(Object.entries(index).map(([band, runnerId]) => [band, [runnerId]])),
  );
});

test('[CL19] eight organisers move the same wristbands between the same runners 100 times: none has two holders', async () => {
  const { redis, stores, first } = await openEight();
  const ids: string[] = [];
  for (let number = 1; number <= ORGANISERS; number += 1) {
    const reply = await save(first, fillForm({ raceNumber: number }));
    if (reply.result === 'Success') ids.push(reply.runnerId);
  }
  const outcomes: SaveRunnerReply[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    outcomes.push(
      ...(await Promise.all(
        stores.map((store, organiser) => {
          const runnerId = ids[(organiser * 3 + round) % ids.length];
          // Some take their wristband off, others want one of three that are fought over.
          const raceNumber = (organiser + round) % 3 === 0 ? '' : String(1 + (round % 3));
          return save(store, fillForm({ runnerId, raceNumber, bibNumber: round }));
        }),
      )),
    );
    const { index, holders } = await readHolders(redis.url, first);
    expect(Object.values(holders).filter((them) => them.length > 1)).toEqual([]);
    expect(holders).toEqual(
      Object.fromEntries(Object.entries(index).map(([band, runnerId]) => [band, [runnerId]])),
    );
  }
  const counts = countBy(outcomes);
  expect(counts['Taken']).toBeGreaterThan(0);
  expect(counts['Success']).toBeGreaterThan(ROUNDS);
});

test('[CL18] of eight edits on one revision at once, one is saved and seven are conflicts', async () => {
  const { stores, first } = await openEight();
  const entered = await save(first, fillForm());
  if (entered.result !== 'Success') throw new Error(JSON.stringify(entered));
  for (let rev = 1; rev <= 50; rev += 1) {
    const replies = await Promise.all(
      stores.map((store, organiser) =>
        save(
          store,
          fillForm({ runnerId: entered.runnerId, firstName: `R${rev} O${organiser}` }),
          rev,
        ),
      ),
    );
    expect(countBy(replies)).toEqual({ Success: 1, Conflict: ORGANISERS - 1 });
  }
  expect((await first.readRecord()).runners).toMatchObject([{ rev: 51 }]);
});

test('[CL19] a wristband that is freed and taken in one moment has one holder or none', async () => {
  const { redis, stores, first } = await openEight();
  for (let round = 1; round <= 50; round += 1) {
    const reply = await save(first, fillForm({ raceNumber: 900 }));
    if (reply.result !== 'Success') throw new Error(JSON.stringify(reply));
    const [leaver, ...takers] = stores;
    if (!leaver) throw new Error('no store');
    await Promise.all([
      save(leaver, fillForm({ runnerId: reply.runnerId, runClub: 'DELETE' })),
      ...takers.map((store) => save(store, fillForm({ raceNumber: 900 }))),
    ]);
    const { index, holders } = await readHolders(redis.url, first);
    const holder = holders['900'] ?? [];
    expect(holder.length).toBeLessThanOrEqual(1);
    expect(index['900']).toBe(holder[0]);
    if (holder[0]) await save(first, fillForm({ runnerId: holder[0], runClub: 'DELETE' }));
  }
});
