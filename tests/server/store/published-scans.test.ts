import { expect, onTestFinished, test } from 'vitest';

import { Metrics } from '#server/observe/metrics.ts';
import { createPublishedReadHandler } from '#server/store/published-reads.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { followRace, openStore } from '#tests/support/follow-race.ts';
import { createRecordingLogger, type LogLine } from '#tests/support/recording-logger.ts';

const { openRace } = provideFileRedis();

/** An instance that listens on the scans channel. */
interface Listener {
  readonly log: readonly LogLine[];
  /** The number of published reads that were `stored`, `duplicate`, `bad` or `failed`. */
  count(outcome: string): Promise<number>;
}

async function listen(race: TestRace): Promise<Listener> {
  const store = await openStore(race);
  const metrics = new Metrics();
  const { logger, lines } = createRecordingLogger();
  await store.subscribe({
    onChange: () => undefined,
    onPublishedRead: createPublishedReadHandler(store, metrics, logger),
    onSubscribed: () => undefined,
  });
  await eventually(() => expect(store.isListening).toBe(true));
  return {
    log: lines,
    async count(outcome) {
      const text = await metrics.render();
      const line = new RegExp(
        `^splitcast_published_scans_total\\{outcome="${outcome}"\\} (\\d+)$`,
        'm',
      );
      return Number(line.exec(text)?.[1] ?? 0);
    },
  };
}

async function countOutcomes(listeners: readonly Listener[], outcome: string): Promise<number> {
  const counts = await Promise.all(listeners.map((listener) => listener.count(outcome)));
  return counts.reduce((sum, count) => sum + count, 0);
}

test('[CF12] a published read is stored once though three instances receive it', async () => {
  const race = await openRace();
  const listeners = await Promise.all([listen(race), listen(race), listen(race)]);
  const payload = '{"bandID":"0104","point":"finish","time":"2026-11-20T11:32:05.120Z"}';
  await race.redis.publish(race.keys.scansChannel, payload);
  await eventually(async () => {
    expect(await countOutcomes(listeners, 'duplicate')).toBe(2);
    expect(await countOutcomes(listeners, 'stored')).toBe(1);
  });
  const { scans, head } = await race.store.readRecord();
  expect(head.version).toBe(1);
  expect(scans).toEqual([
    {
      scanId: 'publish:104:finish:1795174325120',
      bandId: '104',
      points: ['finish'],
      timeMs: Date.UTC(2026, 10, 20, 11, 32, 5, 120),
      source: 'publish',
      receivedMs: expect.any(Number) as unknown,
      arrivedMs: expect.any(Number) as unknown,
    },
  ]);
});

test('[CF12] untimed reads of a band at a point within two seconds are one read', async () => {
  const { store, redis, keys } = await openRace();
  const readAt = (timeMs: number, bandId = '7') =>
    store.storePublishedScan(
      { ...buildScan({ bandId, timeMs, source: 'publish' }), receivedMs: timeMs },
      true,
    );
  expect(await readAt(1_000_000)).toBe(true);
  expect(await readAt(1_001_999)).toBe(false);
  expect(await readAt(1_001_000, '8')).toBe(true);
  const [taken = ''] = await redis.keys(keys.untimedOf('publish|7|*').replace('{', '\\{'));
  const leftMs = await redis.pTTL(taken);
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(2_000);
  await redis.del(taken);
  expect(await readAt(1_002_000)).toBe(true);
  expect((await store.readRecord()).scans).toHaveLength(3);
});

test('[CF12] an invalid read is dropped, counted and logged, and the next one is stored', async () => {
  const race = await openRace();
  const listener = await listen(race);
  const rubbish = ['', '{"__proto__":{"bandID":"104"},"point":"finish"}'];
  for (const payload of rubbish) await race.redis.publish(race.keys.scansChannel, payload);
  await race.redis.publish(race.keys.scansChannel, '{"bandID":"104","point":"finish"}');
  await eventually(async () => expect(await listener.count('stored')).toBe(1));
  expect(await listener.count('bad')).toBe(rubbish.length);
  const dropped = listener.log.filter((line) => line.msg === 'Dropped a published read');
  expect(dropped).toHaveLength(rubbish.length);
  expect((await race.store.readRecord()).scans).toHaveLength(1);
});

test('[CF12] a read that Redis refuses is counted and logged, and the next one is stored', async () => {
  const race = await openRace();
  const listener = await listen(race);
  onTestFinished(async () => void (await race.redis.configSet('maxmemory', '0')));
  await race.redis.configSet('maxmemory', '1');
  const payload = '{"bandID":"104","point":"finish","time":"2026-11-20T11:32:05.120Z"}';
  await race.redis.publish(race.keys.scansChannel, payload);
  await eventually(async () => expect(await listener.count('failed')).toBe(1));
  expect(listener.log.some((line) => line.msg === 'A published read may not be stored')).toBe(true);
  await race.redis.configSet('maxmemory', '0');
  await race.redis.publish(race.keys.scansChannel, payload);
  await eventually(async () => expect(await listener.count('stored')).toBe(1));
});

test('[CF3 CF12] an instance whose connections break, also during its start, is subscribed again, and handles a read once', async () => {
  const race = await openRace();
  const { redis, keys } = race;
  const followed = followRace(race);
  const channels = [keys.changesChannel, keys.scansChannel];
  // Often enough to hit a connection between its handshake and its subscription, and then open ones.
  for (const kills of [150, 1, 1]) {
    for (let i = 0; i < kills; i += 1) {
      await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', i % 2 === 0 ? 'pubsub' : 'normal']);
    }
    await eventually(async () => {
      expect(Object.values(await redis.pubSubNumSub(channels))).toEqual([1, 1]);
    });
  }
  await redis.publish(keys.scansChannel, 'read');
  await eventually(() => expect(followed.publishedReads.length).toBeGreaterThan(0));
  expect(followed.publishedReads).toEqual(['read']);
});
