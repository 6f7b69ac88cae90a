import { expect, test } from 'vitest';

import { exportRace } from '#server/cli/export-race.ts';
import { changeRunner, writeUnlessTaken } from '#server/race/change-runner.ts';
import type { CommitPlan } from '#server/store/commit.ts';
import type { Runner } from '#shared/model/runner.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
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
  await store.saveConfig(() => buildConfig(), 'x');
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

/** Saves a new runner and reads a scan, and sees both on the instance: nothing is frozen. */
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

const RUBBISH = [
  '',
  'rubbish',
  'null',
  '[]',
  '17',
  '"text"',
  '{}',
  '{"runnerId":"x"}',
  '\u0000\uFFFD',
];

/** How wristband numbers begin that no runner of the tests is built with. */
const NOBODYS_BAND = '99999990';

test.for(['runners', 'scans'] as const)(
  '[CF19] rubbish of every kind in %s is left out and named, and the rest of the race goes on, also after a restart',
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
            { ...runner, rev: '1' },
            { ...runner, firstName: null },
          ]
        : [
            { ...scan, points: [] },
            { ...scan, points: ['nowhere'] },
            { ...scan, timeMs: 'now' },
            { ...scan, timeMs: 9e15 },
            { ...scan, bandId: 104 },
          ];
    const texts = [...RUBBISH, good, ...wrong.map((record) => JSON.stringify({ ...record }))];
    for (const [index, text] of texts.entries()) {
      await redis.hSet(keys[hash], `rubbish-${index}`, text);
    }
    const followed = followRace({ ...race, headCheckMs: 200 });
    await eventually(() => expect(followed.race.isLoaded).toBe(true));
    const { count, named } = followed.follower.damage.unreadable;
    expect(count).toBe(texts.length);
    expect(named.map((one) => `${one.hash} ${one.field}`).toSorted()).toEqual(
      texts.map((_text, index) => `${hash} rubbish-${index}`).toSorted(),
    );
    expect(followed.log.some(({ msg }) => msg.startsWith('Records that cannot be read'))).toBe(
      true,
    );
    expect(followed.race.runnerCount).toBe(30);
    expect(followed.race.scanCount).toBe(20);
    await expectGoesOn(race, followed);
    await eventuallyEqualsRecord(before, store);
    const text = [...exportRace(await store.readRecord())].join('');
    expect((JSON.parse(text) as { runners: unknown[] }).runners).toHaveLength(31);
  },
);

test('[CF19] invalid settings, pictures, marks and log entries leave the rest working', async () => {
  const { followed: before, ...race } = await openFullRace();
  const { store, redis, keys } = race;
  await redis.hSet(keys.config, {
    timeZone: '"Nowhere/Land"',
    timing: '"sundial"',
    starts: '{"BB":7}',
    closed: 'maybe',
    pageTitle: '{',
  });
  await redis.hSet(keys.assets, 'logo', 'not JSON');
  await redis.hSet(keys.sources, 'mat|s', 'many');
  for (const [index, text] of RUBBISH.entries()) {
    await redis.hSet(keys.audit, `9${index}:runner`, text);
    await redis.hSet(keys.backups, `rubbish-${index}`, text);
    await redis.hSet(keys.organisers, `rubbish-${index}`, text);
    await redis.hSet(keys.sessions, `rubbish-${index}`, text);
    await redis.hSet(keys.changes, String(before.race.head.version - index), text);
    await redis.hSet(keys.bands, `${NOBODYS_BAND}${index}`, text);
    await redis.hSet(keys.dismissals, `${NOBODYS_BAND}${index}`, text);
  }
  const followed = followRace({ ...race, headCheckMs: 200 });
  await eventually(() => expect(followed.race.isLoaded).toBe(true));
  expect(followed.race.config).toEqual({
    ...buildConfig(),
    timeZone: 'Europe/London',
    timing: 'gun',
    starts: USUAL_COURSES.byEvent(() => ''),
    closed: false,
    pageTitle: 'Race results',
  });
  expect(followed.race.pictures.logo).toBe('');
  const named = followed.follower.damage.unreadable.named.map((one) => `${one.hash} ${one.field}`);
  expect(named).toEqual(
    expect.arrayContaining([
      'config timeZone',
      'config timing',
      'assets logo',
      `dismissals ${NOBODYS_BAND}0`,
    ]),
  );
  await expectGoesOn(race, followed);
  expect((await followed.store.readLatestChanges()).changes.length).toBeGreaterThan(3);
  expect(await store.readRunnerHistory(buildRunner({ runnerId: 'runner' }).runnerId)).toEqual([]);
  expect(await followed.store.listBackups()).toHaveLength(2);
  expect(await followed.store.organisers.list()).toEqual([]);
  expect(await store.sessions.sweep(() => false)).toBe(RUBBISH.length);
  expect(await store.sessions.find('rubbish-0')).toBeUndefined();
  const unreadable = followed.follower.damage.unreadable;
  expect(new Set(unreadable.named.map(({ hash }) => hash))).toContain('config');
  expect(unreadable.count).toBeGreaterThan(3 * RUBBISH.length);
  // Saved again they are right again.
  await store.saveConfig(() => buildConfig({ pageTitle: 'anew' }), 'x');
  const reopened = followRace({ ...race, headCheckMs: 200 });
  await eventually(() => expect(reopened.race.isLoaded).toBe(true));
  expect(reopened.race.config.pageTitle).toBe('anew');
});

test('[CF20] a key that is no hash, or an invalid version, refuses all changes, named, until it is right', async () => {
  const { followed, ...race } = await openFullRace();
  const { redis, keys, store } = race;
  const runner = buildRunner();
  const before = await redis.hGetAll(keys.meta);
  for (const version of ['many', '', '-3', '99999999999999999999']) {
    await redis.hSet(keys.meta, 'version', version);
    await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
    await eventually(() =>
      expect(followed.log.some(({ msg }) => msg.startsWith('Cannot follow the race'))).toBe(true),
    );
    expect(followed.race.runnerCount).toBe(30);
  }
  await redis.hSet(keys.meta, before);
  await redis.rename(keys.audit, `${keys.audit}-kept`);
  await redis.set(keys.audit, 'what was written over it');
  await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
  expect(await redis.hExists(keys.runners, runner.runnerId)).toBe(0);
  await redis.rename(`${keys.audit}-kept`, keys.audit);
  await expectGoesOn(race, followed);
});

test('[CF20] a record without an epoch or a version goes on under another', async () => {
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

test('[CF1] a change that would fail half-way changes nothing', async () => {
  const { store, redis, keys } = await openRace();
  const runner = buildRunner();
  await redis.hSet(keys.meta, 'version', 'rubbish');
  await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
  // Lua would write it with an exponent: no change could be found under it.
  await redis.hSet(keys.meta, 'version', '99999999999999');
  await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
  await redis.hDel(keys.meta, 'version');
  await redis.set(keys.audit, 'no hash');
  await expect(store.commit(create(runner))).rejects.toThrow('DAMAGED');
  await expect(ingestScans(redis, { ...keys, sources: keys.audit }, buildReads(1))).rejects.toThrow(
    'DAMAGED',
  );
  expect(await redis.hLen(keys.runners)).toBe(0);
  expect(await redis.hLen(keys.scans)).toBe(0);
  expect(await redis.hLen(keys.meta)).toBe(0);
});

test('[CF19] an unreadable runner is not overwritten, and their wristband can be handed out again', async () => {
  const { followed, ...race } = await openFullRace();
  const { store, redis, keys } = race;
  const [damaged] = followed.race.listRunners();
  if (!damaged?.bandId) throw new Error('The field has wristbands.');
  await redis.hSet(keys.runners, damaged.runnerId, 'rubbish');
  const save = (runner: Runner) =>
    changeRunner({ store }, 'x', (now) =>
      writeUnlessTaken(now, { runnerId: runner.runnerId, after: runner, action: 'create' }),
    );
  await expect(save(damaged)).rejects.toThrow('cannot be read');
  expect(await redis.hGet(keys.runners, damaged.runnerId)).toBe('rubbish');
  const anew = buildRunner({ bandId: damaged.bandId });
  expect((await save(anew)).reply).toMatchObject({ result: 'Success' });
  expect(await redis.hGet(keys.bands, damaged.bandId)).toBe(anew.runnerId);
});

/** A read of the race, as the record has it. */
async function findRead({ redis, keys }: TestRace) {
  const [scanId = '', text = ''] = Object.entries(await redis.hGetAll(keys.scans))[0] ?? [];
  return { scanId, text, ...(JSON.parse(text) as { timeMs: number; bandId: string }) };
}

test('[CF19] a read in which a digit is another is left out, be it of its time or its wristband', async () => {
  const { followed: before, ...race } = await openFullRace();
  const { redis, keys } = race;
  const { scanId, text, timeMs, bandId } = await findRead(race);
  for (const wrong of [
    text.replace(`"timeMs":${timeMs}`, `"timeMs":${timeMs + 1_000}`),
    text.replace(`"bandId":"${bandId}"`, `"bandId":"${NOBODYS_BAND}"`),
  ]) {
    await redis.hSet(keys.scans, scanId, wrong);
    const followed = followRace({ ...race, headCheckMs: 200 });
    await eventually(() => expect(followed.race.isLoaded).toBe(true));
    expect(followed.follower.damage.unreadable.named).toMatchObject([
      { hash: 'scans', field: scanId },
    ]);
    expect(followed.race.scanCount).toBe(19);
  }
  expect(before.race.scanCount).toBe(20);

  // Another program may give its reads ids of another form.
  await redis.hDel(keys.scans, scanId);
  const foreign = JSON.stringify({ ...(JSON.parse(text) as object), scanId: 'gate 7' });
  await redis.hSet(keys.scans, 'gate 7', foreign);
  const followed = followRace({ ...race, headCheckMs: 200 });
  await eventually(() => expect(followed.race.scanCount).toBe(20));
});
