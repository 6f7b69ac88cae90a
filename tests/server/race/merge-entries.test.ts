import { expect, test } from 'vitest';

import { mergeEntries } from '#server/race/merge-entries.ts';
import { buildRunner, getBandId } from '#tests/support/builders.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';

const { openRace } = provideFileRedis();

test('[CF15 MS6] a merge frees wristbands that runners give up, and ends dismissals of those they get', async () => {
  const { store, redis, keys } = await openRace();
  const ann = buildRunner({ runnerId: 'ann', bandId: '1' });
  const bob = buildRunner({ runnerId: 'bob', bandId: '2' });
  await store.replaceRunners([ann, bob], { by: 'x' });
  const dismissal = { bandId: getBandId('3'), scans: 1, atMs: 1, by: 'x' };
  await store.commit({
    ops: [{ op: 'put-dismissal', dismissal }],
    audit: { by: 'x', action: 'dismiss-band' },
  });
  const changed = [
    { ...ann, bandId: getBandId('2'), rev: 2 },
    { ...bob, bandId: getBandId('3'), rev: 2 },
  ];
  const merge = await mergeEntries({ store }, () => ({ changed, added: 0, merged: 2 }), 'x');
  expect(await redis.hGetAll(keys.bands)).toEqual({ '2': 'ann', '3': 'bob' });
  expect((await store.readRecord()).dismissals).toEqual([]);
  const backup = keys.backupOf(merge?.backupId ?? '', 'bands');
  expect(await redis.hGetAll(backup)).toEqual({ '1': 'ann', '2': 'bob' });
  const [last] = await store.readRunnerHistory(ann.runnerId);
  expect(last).toMatchObject({ action: 'merge', before: ann, after: changed[0] });
});
