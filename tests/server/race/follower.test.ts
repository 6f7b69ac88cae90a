import { expect, test } from 'vitest';

import { RECORD_SCHEMA } from '#server/store/record-schema.ts';
import type { Change } from '#shared/wire/change-feed.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import {
  eventuallyEqualsRecord,
  type FollowedRace,
  followRace,
} from '#tests/support/follow-race.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';

const { openRace } = provideFileRedis();

/** A race of 30 runners, equal to the record. */
async function openFollowedRace(): Promise<TestRace & { followed: FollowedRace }> {
  const race = await openRace();
  await changeSettings(race.store, () => buildConfig(), 'x');
  await race.store.replaceRunners(buildField(30), { by: 'x' });
  const followed = followRace({ ...race, headCheckMs: 200 });
  // The check of the head may load the race before the subscription is ready.
  await eventually(() => expect(followed.store.isListening).toBe(true));
  await eventuallyEqualsRecord(followed, race.store);
  return { ...race, followed };
}

/** Publishes without writing to the record. */
async function publish({ redis, keys }: TestRace, change: Partial<Change>): Promise<void> {
  await redis.publish(keys.changesChannel, JSON.stringify(change));
}

/** Publishes repeatedly, since a follower that is catching up drops changes that are not in the record. */
async function publishUntil(
  race: TestRace,
  change: Partial<Change>,
  expectApplied: () => void,
): Promise<void> {
  await eventually(async () => {
    await publish(race, change);
    expectApplied();
  });
}

test('[CF3] published changes are applied one by one, without reading the record again', async () => {
  const race = await openFollowedRace();
  const { store, redis, keys, followed } = race;
  const { applied, reloads } = followed.follower.counts;
  for (const scan of buildReads(30)) await ingestScans(redis, keys, [scan]);
  await changeSettings(store, (config) => ({ ...config, timing: 'chip' }), 'x');
  await eventuallyEqualsRecord(followed, store);
  expect(followed.race.standings.size).toBe(30);
  expect(followed.follower.counts).toMatchObject({ applied: applied + 91, reloads });
});

test('[CF3] a change published twice or late changes nothing', async () => {
  const race = await openFollowedRace();
  const { store, redis, keys, followed } = race;
  for (const scan of buildReads(30).slice(0, 5)) await ingestScans(redis, keys, [scan]);
  const { head } = await eventuallyEqualsRecord(followed, store);
  const { applied, reloads } = followed.follower.counts;
  for (const change of (await store.readChanges(head.version - 5, head.version)) ?? []) {
    await publish(race, change);
    await publish(race, change);
  }
  await ingestScans(redis, keys, buildReads(30).slice(5, 6));
  await eventuallyEqualsRecord(followed, store);
  expect(followed.follower.counts).toMatchObject({ applied: applied + 1, reloads });
});

test('[CF3] a lost last message is noticed by the check every second', async () => {
  const { store, redis, keys, followed } = await openFollowedRace();
  await ingestScans(redis, keys, buildReads(30).slice(0, 1), undefined, { isSilent: true });
  await eventually(() => expect(followed.race.scanCount).toBe(1));
  await eventuallyEqualsRecord(followed, store);
  expect(followed.follower.counts).toMatchObject({ caughtUp: 1, reloads: 1 });
});

test('[CF4] a gap longer than the kept changes loads everything', async () => {
  const { store, redis, keys, followed } = await openFollowedRace();
  const reads = buildReads(30);
  // The first is dropped at once, before any check of the record.
  const silently = { isSilent: true };
  await ingestScans(redis, keys, reads.slice(0, 16), undefined, { ...silently, changesKept: 0 });
  for (const scan of reads.slice(16, 20)) {
    await ingestScans(redis, keys, [scan], undefined, silently);
  }
  await eventuallyEqualsRecord(followed, store);
  expect(followed.follower.counts.reloads).toBeGreaterThan(1);
});

test('[CF9] a published text that is no change is dropped with a warning', async () => {
  const race = await openFollowedRace();
  const { store, redis, keys, followed } = race;
  const texts = ['x', 'null', '{"epoch":"e","version":1.5,"ops":[]}'];
  for (const text of texts) await redis.publish(keys.changesChannel, text);
  await ingestScans(redis, keys, buildReads(30).slice(0, 1));
  await eventuallyEqualsRecord(followed, store);
  // The check of the record may be faster than the channel.
  await eventually(() => {
    const warnings = followed.log.filter(
      (line) => line.msg === 'Dropped a message that is no change',
    );
    expect(warnings).toHaveLength(texts.length);
  });
  expect(followed.follower.counts.reloads).toBe(1);
});

test('[CF9] a change with an invalid operation is logged, and the race is loaded again', async () => {
  const race = await openFollowedRace();
  const { store, redis, keys, followed } = race;
  // As a faulty writer would leave it: published, counted and kept.
  const head = await store.readHead();
  const version = head.version + 1;
  const change = { epoch: head.epoch, version, ops: [{ op: 'put-runner', runner: null }] };
  // Published first, since a catch-up would read the record instead.
  await publishUntil(race, change as unknown as Change, () => {
    const errors = followed.log.filter(({ level }) => level === 50).map(({ msg }) => msg);
    expect(errors.join('')).toContain('A change cannot be applied');
  });
  await redis
    .multi()
    .hSet(keys.meta, 'version', String(version))
    .hSet(keys.changes, String(version), JSON.stringify(change))
    .exec();
  await ingestScans(redis, keys, buildReads(30).slice(0, 2));
  await eventuallyEqualsRecord(followed, store);
  expect(followed.race.scanCount).toBe(2);
});

test('[CF8] a change that was published but not stored is undone, under a new epoch', async () => {
  const race = await openFollowedRace();
  const { store, followed } = race;
  const { epoch, version } = followed.race.head;
  const runner = buildRunner({ runnerId: 'invented' });
  await publishUntil(
    race,
    { epoch, version: version + 1, ops: [{ op: 'put-runner', runner }] },
    () => expect(followed.race.head.epoch).not.toBe(epoch),
  );
  await eventuallyEqualsRecord(followed, store);
  expect(followed.race.findRunner(runner.runnerId)).toBeUndefined();
});

test('[CF8] a record that went on from another change than the shown one gets a new epoch', async () => {
  const { store, redis, keys, followed } = await openFollowedRace();
  await ingestScans(redis, keys, buildReads(30).slice(0, 1));
  const { head } = await eventuallyEqualsRecord(followed, store);
  // As on a replica that lacked the last change and then took two others.
  const changed = (version: number): string => JSON.stringify({ ...head, version, ops: [] });
  await redis
    .multi()
    .hSet(keys.changes, String(head.version), changed(head.version))
    .hSet(keys.changes, String(head.version + 1), changed(head.version + 1))
    .hSet(keys.meta, 'version', String(head.version + 1))
    .exec();
  await eventually(() => expect(followed.race.head.epoch).not.toBe(head.epoch));
  await eventuallyEqualsRecord(followed, store);
});

test('[CF3 CF8] after a new connection another change at the shown version is noticed', async () => {
  const { store, redis, keys, followed } = await openFollowedRace();
  await ingestScans(redis, keys, buildReads(30).slice(0, 1));
  const { head } = await eventuallyEqualsRecord(followed, store);
  // As on a replica that took over without the last change, and then took another.
  await redis.hSet(keys.changes, String(head.version), JSON.stringify({ ...head, ops: [] }));
  await redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub']);
  await eventually(() => expect(followed.race.head.epoch).not.toBe(head.epoch));
  await eventuallyEqualsRecord(followed, store);
});

test('[CF8] a record that is back in an earlier epoch, as after two failovers, gets another', async () => {
  const { store, redis, keys, followed } = await openFollowedRace();
  await ingestScans(redis, keys, buildReads(30).slice(0, 1));
  const { head: first } = await eventuallyEqualsRecord(followed, store);
  await store.renewEpoch(first.epoch);
  await eventually(() => expect(followed.race.head.epoch).not.toBe(first.epoch));
  const { head: second } = await eventuallyEqualsRecord(followed, store);
  await redis.hSet(keys.meta, { epoch: first.epoch, version: String(first.version - 1) });
  await eventually(() =>
    expect([first.epoch, second.epoch]).not.toContain(followed.race.head.epoch),
  );
  await eventuallyEqualsRecord(followed, store);
});

test('[CF8] if three instances notice lost changes, one renews the epoch', async () => {
  const { store, redis, keys, followed, ...race } = await openFollowedRace();
  const instances = [
    followed,
    followRace({ ...race, headCheckMs: 200 }),
    followRace({ ...race, headCheckMs: 200 }),
  ];
  await ingestScans(redis, keys, buildReads(30).slice(0, 1));
  for (const instance of instances) await eventuallyEqualsRecord(instance, store);
  const { epoch } = followed.race.head;
  await redis.hSet(keys.meta, 'version', '0');
  await eventually(() => {
    for (const instance of instances) expect(instance.race.head.epoch).not.toBe(epoch);
  });
  for (const instance of instances) await eventuallyEqualsRecord(instance, store);
  // The first that notices it renews the epoch; the others may see only that.
  const lines = instances.flatMap(({ log }) => log).filter(({ level }) => level === 50);
  expect(lines.some(({ msg }) => msg.startsWith('Redis came back without'))).toBe(true);
  const renewals = (await redis.hVals(keys.audit)).filter((text) => text.includes('renew-epoch'));
  expect(renewals).toHaveLength(1);
});

/** Scanners that send their reads again may raise the version beyond the shown one before an instance checks. */
test.for([{}, { epoch: 'of a scanner', version: '1000' }])(
  '[CF10] FLUSHALL in the middle of the race, then %o, leaves an empty race that goes on',
  async (meta) => {
    const { store, redis, keys, followed } = await openFollowedRace();
    for (const scan of buildReads(30)) await ingestScans(redis, keys, [scan]);
    await eventuallyEqualsRecord(followed, store);
    const { epoch } = followed.race.head;
    await redis
      .multi()
      .flushAll()
      .hSet(keys.meta, { schema: RECORD_SCHEMA, ...meta })
      .exec();
    await eventually(() => expect(followed.race.head.epoch).not.toBe(epoch));
    await eventuallyEqualsRecord(followed, store);
    expect(followed.race.head.epoch).not.toBe('');
    expect([followed.race.runnerCount, followed.race.scanCount]).toEqual([0, 0]);
    expect(followed.follower.lost).toEqual({ runners: 30, scans: 90 });
    await store.replaceRunners(buildField(3), { by: 'x' });
    await ingestScans(redis, keys, buildReads(3));
    await eventuallyEqualsRecord(followed, store);
    expect(followed.race.scanCount).toBe(9);
  },
);
