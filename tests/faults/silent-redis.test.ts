import { expect, onTestFinished, test, vi } from 'vitest';

import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { eventuallyEqualsRecord, followRace } from '#tests/support/follow-race.ts';
import { connectRedis, ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { startProxyInTest } from '#tests/support/proxy-in-test.ts';

/** Before anything of the store is loaded, which reads it once. */
vi.hoisted(() => vi.stubEnv('SPLITCAST_TIMING', '{"redisSilenceMs":2500,"redisPingMs":700}'));

const redisOfFile = provideFileRedis();
const { openRace } = redisOfFile;

test('[CF11] a connection that goes silent is dropped and replaced', async () => {
  const race = await openRace();
  const { store, redis, keys } = race;
  await store.replaceRunners(buildField(10), { by: 'x' });
  const proxy = await startProxyInTest(redisOfFile.port);
  const followed = followRace({ url: proxy.url, raceKey: race.raceKey });
  await eventuallyEqualsRecord(followed, store);
  const { connections } = proxy;

  proxy.forget();
  await ingestScans(redis, keys, buildReads(10));
  await eventuallyEqualsRecord(followed, store);
  await eventually(() => expect(proxy.connections).toBeGreaterThanOrEqual(connections + 2));

  const listener = await connectRedis(race.url);
  onTestFinished(() => listener.destroy());
  await eventually(async () => {
    await listener.publish(keys.scansChannel, 'heard again');
    expect(followed.publishedReads).toContain('heard again');
  });
});
