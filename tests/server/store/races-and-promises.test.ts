import { expect, onTestFinished, test } from 'vitest';

import { createRaceKeys } from '#server/store/keys.ts';
import { openStore } from '#tests/support/follow-race.ts';
import { startRedis } from '#tests/support/redis-server.ts';

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
