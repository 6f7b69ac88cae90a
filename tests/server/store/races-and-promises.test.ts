import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import { buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { startRedis } from '#tests/support/redis-server.ts';

const { openRace } = provideFileRedis();

test('[CF13] every name carries the race key in braces', () => {
  const keys = createRaceKeys('beca');
  const names = Object.values(keys).flatMap((name) =>
    typeof name === 'string' ? [name] : [name('id', 'runners')],
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !name.startsWith('{beca}:'))).toEqual([]);
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

test('[CF23] the outcome of a change that no copy has in time is unknown, and reading goes on', async () => {
  const { url, raceKey, redis, keys } = await openRace();
  const store = await openStore({ url, raceKey, settings: { REDIS_WAIT_REPLICAS: '1' } });
  const scan = { ...buildScan(), receivedMs: 0 };
  const failure = await store.storePublishedScan(scan, false).catch((error: unknown) => error);
  expect(explainUnavailable(failure)).toEqual({
    reason: 'is on a Redis whose replicas do not keep up',
    isUnknown: true,
  });
  // Sent again, it is there already, and still on no copy.
  await expect(store.upkeep.confirmCopies()).rejects.toThrow('copies');
  expect(await redis.hExists(keys.scans, scan.scanId)).toBe(1);
  expect(await store.countScans()).toBe(1);
});

test('[CF23] a change is acknowledged when a copy has it', async () => {
  const { url, raceKey, redis, keys } = await openRace();
  const { port } = new URL(url);
  const copy = await startRedis({ args: ['--replicaof', '127.0.0.1', port] });
  onTestFinished(() => copy.stop());
  const store = await openStore({ url, raceKey, settings: { REDIS_WAIT_REPLICAS: '1' } });
  await expect
    .poll(() =>
      store.storePublishedScan({ ...buildScan(), receivedMs: 0 }, false).catch(() => undefined),
    )
    .toBeDefined();
  await store.upkeep.confirmCopies();
  expect(await redis.hLen(keys.scans)).toBe(1);
});
