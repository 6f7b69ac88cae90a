import { describe, expect, test } from 'vitest';

import { importRunners } from '#server/features/import/import-runners.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { uniqueRaceKey } from '#tests/support/race-key.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { provideRedis } from '#tests/support/worker-redis.ts';
import { startReplyCuttingProxy } from '#tests/support/reply-cutting-proxy.ts';

const redis = provideRedis();

/** Enough for several steps of staging. */
const NEW_RUNNERS = Array.from({ length: 1_200 }, (_, i) => {
  const { runnerId: _id, rev: _rev, ...runner } = buildRunner({ bandId: String(5_000 + i) });
  return runner;
});
/** The write commands of a replacement. */
const WRITES = /\r\n(HSET|EXPIRE|COPY|EVALSHA|EVAL|UNLINK|HDEL)\r\n/;
/** More than the writes of a replacement; each breaks off a race of its own, all at once. */
const STEPS = Array.from({ length: 24 }, (_, index) => index + 1);

interface Crash {
  readonly store: RaceStore;
  readonly raceKey: string;
  readonly before: string;
  /** Its connection breaks for good after this step, as if the process had died. */
  readonly dying: RaceStore;
}

async function prepareCrash(step: number): Promise<Crash> {
  const raceKey = uniqueRaceKey();
  const store = await openStore({ url: redis.url, raceKey });
  await store.replaceRunners([buildRunner({ bandId: '101' })], { by: 'test' });
  const client = await connectRedis(redis.url);
  await ingestScans(client, store.keys, [buildScan({ bandId: '101' })]);
  client.destroy();
  const proxy = await startReplyCuttingProxy({
    port: redis.port,
    request: WRITES,
    every: step,
    most: 1,
  });
  const dying = await openStore({ url: proxy.url, raceKey });
  return { store, raceKey, before: await digestRecord(redis.url, store), dying };
}

/** The band index agrees with the records. */
async function expectWhole(store: RaceStore): Promise<void> {
  const client = await connectRedis(redis.url);
  const bands = await client.hGetAll(store.keys.bands);
  client.destroy();
  const { runners } = await store.readRecord();
  expect(Object.fromEntries(runners.map(({ bandId, runnerId }) => [bandId, runnerId]))).toEqual(
    bands,
  );
}

const isDoneOf = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

describe('[CF15] a crash at any step leaves all old or all new', () => {
  test('of an import', async () => {
    const outcomes = new Set<string>();
    const crash = async (step: number): Promise<void> => {
      const { store, before, dying } = await prepareCrash(step);
      const isDone = await isDoneOf(importRunners(dying, NEW_RUNNERS, { by: 'test' }));
      const isOld = (await digestRecord(redis.url, store)) === before;
      const { runners, scans } = await store.readRecord();
      expect([runners.length, scans.length]).toEqual(isOld ? [1, 1] : [NEW_RUNNERS.length, 0]);
      await expectWhole(store);
      outcomes.add(`${isDone ? 'done' : 'broken off'}, ${isOld ? 'old' : 'new'}`);
    };
    await Promise.all(STEPS.map(crash));
    // Broken off after the swap, the import is complete, but unconfirmed.
    expect(outcomes).toEqual(new Set(['broken off, old', 'broken off, new', 'done, new']));
  });

  test('of a restore', async () => {
    const outcomes = new Set<string>();
    const crash = async (step: number): Promise<void> => {
      const { store, before: original, dying } = await prepareCrash(step);
      await importRunners(store, NEW_RUNNERS, { by: 'test' });
      const imported = await digestRecord(redis.url, store);
      const [backup] = await store.listBackups();
      const isDone = await isDoneOf(dying.restoreBackup(backup?.backupId ?? '', { by: 'test' }));
      const digest = await digestRecord(redis.url, store);
      expect([original, imported]).toContain(digest);
      await expectWhole(store);
      // The backup is intact.
      await store.restoreBackup(backup?.backupId ?? '', { by: 'test' });
      expect(await digestRecord(redis.url, store)).toBe(original);
      outcomes.add(`${isDone ? 'done' : 'broken off'}, ${digest === imported ? 'old' : 'new'}`);
    };
    await Promise.all(STEPS.map(crash));
    expect(outcomes).toEqual(new Set(['broken off, old', 'broken off, new', 'done, new']));
  });
});

test('[CF15] remains of a broken import expire', async () => {
  const { store, dying } = await prepareCrash(3);
  await expect(importRunners(dying, NEW_RUNNERS, { by: 'test' })).rejects.toThrow(/./);
  const client = await connectRedis(redis.url);
  const staging = await client.keys(store.keys.stagingOf('*', 'runners').replace(/[{}]/g, '?'));
  const lives = await Promise.all(staging.map((key) => client.ttl(key)));
  client.destroy();
  expect(lives).toHaveLength(1);
  for (const life of lives) expect(life).toBeGreaterThan(0);
});
