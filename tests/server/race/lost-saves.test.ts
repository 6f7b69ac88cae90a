import { expect, onTestFinished, test } from 'vitest';

import { createLogger } from '#server/observe/logger.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { LostSaves } from '#server/race/lost-saves.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';

const { openRace } = provideFileRedis();

const BY = { by: 'mari@example.org', action: 'test' };

test('[CF29] whom somebody deleted elsewhere while this instance heard nothing is not lost', async () => {
  const { store, redis, keys } = await openRace();
  const race = new LiveRace();
  const lostSaves = new LostSaves(store, race, createLogger('silent'));
  onTestFinished(() => lostSaves.close());
  const [deleted, lost] = ['deleted', 'lost'].map((runnerId) => buildRunner({ runnerId, rev: 2 }));
  if (!deleted || !lost) throw new Error('unreachable');
  const config = buildConfig();
  race.load({ epoch: 'a', version: 1 }, { config, runners: [deleted, lost], scans: [] });
  for (const runner of [deleted, lost]) {
    lostSaves.note([{ runner, isDeletion: false }], 1, BY.by);
  }

  const entered = await store.runners.read(asRunnerId('deleted'), []);
  await store.runners.commit(entered, { ...BY, after: deleted });
  const found = await store.runners.read(asRunnerId('deleted'), []);
  await store.runners.commit(found, { ...BY, after: undefined });
  race.load({ epoch: 'b', version: 9 }, { config, runners: [], scans: [] });
  await eventually(async () => expect(await redis.hKeys(keys.lostSaves)).toEqual(['lost']));
});
