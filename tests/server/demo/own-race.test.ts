import { expect, test } from 'vitest';

import { requireOwnRace } from '#server/demo/load-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';

const { openRace } = provideFileRedis();

const BY = { by: 'sian@example.org' };
const TEXTS = { place: 'The race', remedy: 'Take another one.' };

test.for<[string, (store: RaceStore) => Promise<unknown>]>([
  [
    'that has only settings',
    (store) => changeSettings(store, (config) => ({ ...config, pageTitle: 'Ras' }), 'x'),
  ],
  [
    'that replaced the demo’s by an import',
    async (store) => {
      await store.replaceRunners([buildRunner({})], { by: 'demo', madeBy: 'demo' });
      await store.replaceRunners([buildRunner({})], BY);
    },
  ],
  [
    'that replaced the demo’s by a restore',
    async (store) => {
      await store.replaceRunners([buildRunner({})], BY);
      const { backupId } = await store.replaceRunners([], { by: 'demo', madeBy: 'demo' });
      await store.restoreBackup(backupId, BY);
    },
  ],
])('a race %s is not the demo’s', async ([, make]) => {
  const { store } = await openRace();
  await make(store);
  await expect(requireOwnRace(store, TEXTS)).rejects.toThrow('The race was not made by the demo');
});

test('a race made by the demo, or an empty one, is the demo’s', async () => {
  const { store } = await openRace();
  await expect(requireOwnRace(store, TEXTS)).resolves.toBeUndefined();
  await store.replaceRunners([buildRunner({})], { by: 'demo', madeBy: 'demo' });
  await expect(requireOwnRace(store, TEXTS)).resolves.toBeUndefined();
});
