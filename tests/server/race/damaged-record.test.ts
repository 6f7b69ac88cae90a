import { expect, test } from 'vitest';

import { exportRace } from '#server/cli/export-race.ts';
import { changeRunner } from '#server/race/change-runner.ts';
import type { CommitPlan } from '#server/store/commit.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
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

/** A race with something in every hash. */
async function openFullRace(): Promise<TestRace & { followed: FollowedRace }> {
  const race = await openRace();
  const { store, redis, keys } = race;
  await store.replaceRunners([buildRunner()], { by: 'x' });
  await changeSettings(store, () => buildConfig(), 'x');
  await store.replaceRunners(buildField(30), { by: 'x' });
  await store.pictures.put('logo', Buffer.from('picture'), 'x');
  await ingestScans(redis, keys, buildReads(30).slice(0, 20), { source: 'mat|s', firstSeq: 1 });
  const followed = followRace({ ...race, headCheckMs: 200 });
  await eventuallyEqualsRecord(followed, store);
  return { ...race, followed };
}

function create(runner: Runner): CommitPlan {
  const { runnerId: subject } = runner;
  return {
    ops: [{ op: 'put-runner', runner }],
    audit: { by: 'x', action: 'create', subject, after: runner },
  };
}

/** Saves a new runner and a scan, and expects both on the instance. */
async function expectGoesOn(race: TestRace, followed: FollowedRace): Promise<void> {
  const { store, redis, keys } = race;
  const runner = buildRunner();
  await eventually(async () => {
    expect((await store.commit(create(runner))).ok).toBe(true);
  });
  const scansBefore = followed.race.scanCount;
  await ingestScans(redis, keys, [buildScan({ bandId: runner.bandId ?? '' })]);
  await eventuallyEqualsRecord(followed, store);
  expect(followed.race.findRunner(runner.runnerId)).toEqual(runner);
  expect(followed.race.scanCount).toBe(scansBefore + 1);
}

const RUBBISH = ['', 'rubbish', 'null', '[]', '{}', '{"runnerId":"x"}', '\u0000\uFFFD'];

test.for(['runners', 'scans'] as const)(
  '[CF19] unreadable %s are left out and named, and the race goes on, even after a restart',
  async (hash) => {
    const { followed: before, ...race } = await openFullRace();
    const { store, redis, keys } = race;
    const good = (await redis.hVals(keys[hash]))[0] ?? '';
    const [runner] = before.race.listRunners();
    const [scan] = (await store.readRecord()).scans;
    const wrong =
      hash === 'runners'
        ? [
            { ...runner, event: 'XX' },
            { ...runner, bandId: '007' },
            { ...runner, firstName: null },
          ]
        : [
            { ...scan, points: ['nowhere'] },
            { ...scan, timeMs: 9e15 },
            { ...scan, bandId: 104 },
          ];
    const texts = [...RUBBISH, good, ...wrong.map((record) => JSON.stringify({ ...record }))];
    for (const [index, text] of texts.entries()) {
      await redis.hSet(keys[hash], `rubbish-${index}`, text);
    }
    const followed = followRace({ ...race, headCheckMs: 200 });
    await eventually(() => expect(followed.race.isLoaded).toBe(true));
    const { count, named } = followed.store.unreadable;
    expect(count).toBe(texts.length);
    expect(named.map((one) => `${one.hash} ${one.field}`).toSorted()).toEqual(
      texts.map((_text, index) => `${hash} rubbish-${index}`).toSorted(),
    );
    expect(followed.race.runnerCount).toBe(30);
    expect(followed.race.scanCount).toBe(20);
    await expectGoesOn(race, followed);
    await eventuallyEqualsRecord(before, store);
    const text = [...exportRace(await store.readRecord())].join('');
    expect((JSON.parse(text) as { runners: unknown[] }).runners).toHaveLength(31);
  },
);

test('[CF19] a change of an unreadable runner is refused, and so is their band for another, until both are deleted', async () => {
  const { followed, ...place } = await openFullRace();
  const { store, redis, keys } = place;
  const [runner] = followed.race.listRunners();
  if (!runner) throw new Error('The race is empty.');
  await redis.hSet(keys.runners, runner.runnerId, 'rubbish');
  const { race } = followRace({ ...place, headCheckMs: 200 });
  await eventually(() => expect(race.runnerCount).toBe(29));
  const other = buildRunner({ bandId: runner.bandId ?? '' });
  for (const after of [runner, other]) {
    const write = { runnerId: after.runnerId, after, action: 'create' };
    await expect(changeRunner({ store, race }, 'x', () => ({ write }))).rejects.toThrow(
      'The race record is damaged here',
    );
  }
  expect(await redis.hGet(keys.runners, runner.runnerId)).toBe('rubbish');

  const { epoch } = race.head;
  await redis.hDel(keys.runners, runner.runnerId);
  await redis.hDel(keys.bands, runner.bandId ?? '');
  await redis.hDel(keys.meta, 'epoch');
  await eventually(() => expect(race.head.epoch).not.toBe(epoch));
  const write = { runnerId: other.runnerId, after: other, action: 'create' };
  const saved = await changeRunner({ store, race }, 'x', () => ({ write }));
  expect(saved.reply.result).toBe('Success');
  expect(race.findEntry(other.runnerId)?.bandId).toBe(runner.bandId);
});

test('[CF1 CF20] with an invalid version all changes are refused, until it is corrected', async () => {
  const { followed, ...race } = await openFullRace();
  const { redis, keys, store } = race;
  const runner = buildRunner();
  const [meta, scans] = [await redis.hGetAll(keys.meta), await redis.hLen(keys.scans)];
  // Lua would write the last one with an exponent.
  for (const version of ['many', '', '-3', '99999999999999']) {
    await redis.hSet(keys.meta, 'version', version);
    await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
    await expect(ingestScans(redis, keys, [buildScan()])).rejects.toThrow('DAMAGED');
    await eventually(() =>
      expect(followed.log.some(({ msg }) => msg.startsWith('Cannot follow the race'))).toBe(true),
    );
    expect(followed.race.runnerCount).toBe(30);
  }
  expect(await redis.hExists(keys.runners, runner.runnerId)).toBe(0);
  expect(await redis.hLen(keys.scans)).toBe(scans);
  await redis.hSet(keys.meta, meta);
  await expectGoesOn(race, followed);
});

test('[CF1 CF20] with a key that is no hash changes are refused, until it is corrected', async () => {
  const { followed, ...race } = await openFullRace();
  const { redis, keys, store } = race;
  const runner = buildRunner();
  const [meta, scans] = [await redis.hGetAll(keys.meta), await redis.hLen(keys.scans)];
  const save = (): Promise<unknown> => store.commit(create(runner));
  const scan = (): Promise<unknown> => ingestScans(redis, keys, [buildScan()]);
  for (const [key, change] of [
    [keys.changes, save],
    [keys.changes, scan],
    [keys.audit, save],
    [keys.bands, save],
  ] as const) {
    await redis.rename(key, `${key}-kept`);
    await redis.set(key, 'no hash');
    await expect(change()).rejects.toThrow('WRONGTYPE');
    await redis.rename(`${key}-kept`, key);
  }
  expect(await redis.hExists(keys.runners, runner.runnerId)).toBe(0);
  expect(await redis.hLen(keys.scans)).toBe(scans);
  expect(await redis.hGetAll(keys.meta)).toEqual(meta);
  await expectGoesOn(race, followed);
});

test('[CF20] a record without an epoch or a version goes on under another epoch', async () => {
  const { followed, ...race } = await openFullRace();
  const { redis, keys } = race;
  for (const damage of [
    () => redis.hDel(keys.meta, 'epoch'),
    () => redis.hDel(keys.meta, 'version'),
    () => redis.del(keys.meta),
  ]) {
    const { epoch } = followed.race.head;
    await damage();
    await eventually(() => expect(followed.race.head.epoch).not.toBe(epoch));
    await expectGoesOn(race, followed);
  }
});
