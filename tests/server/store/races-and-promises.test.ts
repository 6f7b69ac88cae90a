import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { followRace, openStore } from '#tests/support/follow-race.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { startRedis } from '#tests/support/redis-server.ts';

const { openRace } = provideFileRedis();

test('[CF13] every name carries the race key in braces', () => {
  const keys = createRaceKeys('beca');
  const names = Object.values(keys).flatMap((name) =>
    typeof name === 'string' ? [name] : [name('id', 'runners')],
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !name.startsWith('{beca}:'))).toEqual([]);
  // A channel and a key may share a name.
  expect(new Set(names).size).toBeGreaterThanOrEqual(names.length - 2);
});

test('[CF13] two races in one Redis do not touch each other', async () => {
  const [one, other] = [await openRace(), await openRace()];
  const followed = followRace(other);
  await other.store.replaceRunners([buildRunner({ runnerId: 'stays', bandId: '5' })], { by: 'x' });
  await ingestScans(other.redis, other.keys, [buildScan({ bandId: '5' })]);
  await eventually(() => expect(followed.race.scanCount).toBe(1));
  const before = await other.store.readRecord();
  const counts = { ...followed.follower.counts };

  await one.store.replaceRunners([buildRunner({ bandId: '5' })], { by: 'x' });
  await changeSettings(one.store, () => buildConfig({ pageTitle: 'another' }), 'x');
  await ingestScans(one.redis, one.keys, [buildScan({ bandId: '5' })]);
  await one.store.storePublishedScan({ ...buildScan({ bandId: '6' }), receivedMs: 1 }, false);
  await one.store.renewEpoch((await one.store.readHead()).epoch);

  expect(await other.store.readRecord()).toEqual(before);
  expect(followed.follower.counts).toEqual(counts);
  expect(followed.race.head).toEqual(before.head);
  expect(followed.publishedReads).toEqual([]);
});

test('[CF21] a Redis with the settings of a private one causes no warning', async () => {
  const durable = await startRedis({ persist: true });
  onTestFinished(() => durable.stop());
  const store = await openStore({ url: durable.url, raceKey: 'race' });
  expect(await store.upkeep.findDurabilityWarnings()).toEqual([]);
});

test('[CF21] each weaker setting is named, with its risk', async () => {
  const weak = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] });
  onTestFinished(() => weak.stop());
  const store = await openStore({ url: weak.url, raceKey: 'race' });
  expect(await store.upkeep.findDurabilityWarnings()).toEqual([
    'Redis has appendonly no, not yes: a restart can lose everything since the last snapshot.',
    'Redis has appendfsync everysec, not always: a power cut can lose the last second of scans.',
    'Redis has maxmemory-policy allkeys-lru, not noeviction: a full memory can throw records away.',
  ]);
});
