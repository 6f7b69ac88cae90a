import { expect, test } from 'vitest';

import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { eventuallyEqualsRecord, followRace } from '#tests/support/follow-race.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';

const { openRace } = provideFileRedis();

test('[CF3] subscribers cut again and again in the middle of a stream end level with the record', async () => {
  const race = await openRace();
  const { store, redis, keys } = race;
  await changeSettings(store, () => buildConfig(), 'x');
  await store.replaceRunners(buildField(300), { by: 'x' });
  const instances = [followRace(race), followRace(race)];
  for (const instance of instances) await eventuallyEqualsRecord(instance, store);
  let cuts = 0;
  for (const [i, scan] of buildReads(300).entries()) {
    await ingestScans(redis, keys, [scan]);
    if (i % 60 !== 30) continue;
    // However quick the reads are, there is something to cut.
    await eventually(async () =>
      expect(await redis.pubSubNumSub(keys.changesChannel)).toEqual({ [keys.changesChannel]: 2 }),
    );
    cuts += Number(await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']));
  }
  for (const instance of instances) {
    const { scans } = await eventuallyEqualsRecord(instance, store);
    expect(scans).toHaveLength(900);
    expect(instance.follower.counts.reloads).toBe(1);
  }
  expect(cuts).toBeGreaterThan(5);
});

test('[CF3] connections that break off while an instance starts leave it subscribed in the end', async () => {
  const race = await openRace();
  const { store, redis, keys } = race;
  await store.replaceRunners(buildField(10), { by: 'x' });
  const followed = followRace(race);
  // Often enough that some connection dies between its handshake and its subscription.
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
  await redis.publish(keys.scansChannel, 'heard');
  await eventually(() => expect(followed.publishedReads).toEqual(['heard']));
  const { applied } = followed.follower.counts;
  await ingestScans(redis, keys, buildReads(10).slice(0, 1));
  await eventually(() => expect(followed.follower.counts.applied).toBe(applied + 1));
});
