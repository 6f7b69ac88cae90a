import { expect, onTestFinished, test } from 'vitest';

import { explainUnavailable } from '#server/store/record-unavailable.ts';
import { buildScan } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { startRedis } from '#tests/support/redis-server.ts';

const { openRace } = provideFileRedis();

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
  const before = await redis.hLen(keys.scans);
  await expect
    .poll(() =>
      store.storePublishedScan({ ...buildScan(), receivedMs: 0 }, false).catch(() => undefined),
    )
    .toBeDefined();
  await store.upkeep.confirmCopies();
  expect(before).toBe(0);
  expect(await redis.hLen(keys.scans)).toBe(1);
});
