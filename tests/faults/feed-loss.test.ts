import { expect, test } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { eventuallyEqualsRecord, followRace } from '#tests/support/follow-race.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';

const { openRace } = provideFileRedis();

test('[CF3] an instance whose connections break during its start is subscribed in the end', async () => {
  const race = await openRace();
  const { store, redis, keys } = race;
  await store.replaceRunners(buildField(10), { by: 'x' });
  const followed = followRace(race);
  // Often enough to hit a connection between its handshake and its subscription.
  for (let i = 0; i < 150; i += 1) {
    await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', i % 2 === 0 ? 'normal' : 'pubsub']);
  }
  await eventuallyEqualsRecord(followed, store);
  await eventually(async () => {
    expect(await redis.pubSubNumSub([keys.changesChannel, keys.scansChannel])).toEqual({
      [keys.changesChannel]: 1,
      [keys.scansChannel]: 1,
    });
  });
  await redis.publish(keys.scansChannel, 'read');
  await eventually(() => expect(followed.publishedReads).toEqual(['read']));
  const { applied } = followed.follower.counts;
  await ingestScans(redis, keys, buildReads(10).slice(0, 1));
  await eventually(() => expect(followed.follower.counts.applied).toBe(applied + 1));
});
