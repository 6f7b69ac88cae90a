import { expect, test } from 'vitest';

import { exportRace } from '#server/cli/export-race.ts';
import type { RaceKeys } from '#server/store/keys.ts';
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

type HashName = Extract<keyof RaceKeys, string>;

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

/** Saves a new runner and reads a scan, and sees both on the instance: nothing is frozen. */
async function expectGoesOn(race: TestRace, followed: FollowedRace): Promise<void> {
  const { store, redis, keys } = race;
  const runner = buildRunner();
  await eventually(async () => {
    const found = await store.runners.read(runner.runnerId, []);
    const change = { after: runner, by: 'x', action: 'create' } as const;
    expect((await store.runners.commit(found, change)).ok).toBe(true);
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
  '[CF19] rubbish of every kind in %s is set apart by name, and the rest of the race goes on, also after a restart',
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
    // A whole read is one under whatever field.
    const misplaced = hash === 'runners' ? [good] : [];
    const texts = [
      ...RUBBISH,
      ...misplaced,
      ...wrong.map((record) => JSON.stringify({ ...record })),
    ];
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
    expect(followed.log.some(({ msg }) => msg.startsWith('What cannot be read is set apart'))).toBe(
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

test('[CF19] settings, pictures, marks and the log that hold rubbish leave the rest as it is', async () => {
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
  // Saved anew they are right again.
  await store.saveConfig(() => buildConfig({ pageTitle: 'anew' }), 'x');
  const reopened = followRace({ ...race, headCheckMs: 200 });
  await eventually(() => expect(reopened.race.isLoaded).toBe(true));
  expect(reopened.race.config.pageTitle).toBe('anew');
});

test('[CF20] a version that is none gets the record another epoch, and the race goes on', async () => {
  const { followed, ...race } = await openFullRace();
  for (const version of ['many', '', '-3', '007', '99999999999999999999']) {
    const { epoch, version: shown } = followed.race.head;
    await race.redis.hSet(race.keys.meta, 'version', version);
    await eventually(() => expect(followed.race.head.epoch).not.toBe(epoch));
    expect(followed.race.head.version).toBeGreaterThan(shown);
    expect(followed.race.runnerCount).toBeGreaterThanOrEqual(30);
  }
  await expectGoesOn(race, followed);
});

test('[CF20] a record without an epoch or a version, or with one that is none, goes on under another', async () => {
  const { followed, ...race } = await openFullRace();
  const { redis, keys } = race;
  for (const damage of [
    () => redis.hDel(keys.meta, 'epoch'),
    () => redis.hDel(keys.meta, 'version'),
    () => redis.hSet(keys.meta, 'epoch', 'a "quoted" one'),
    () => redis.hSet(keys.meta, 'epoch', ''),
    () => redis.del(keys.meta),
  ]) {
    const { epoch } = followed.race.head;
    await damage();
    await eventually(() => expect(followed.race.head.epoch).not.toBe(epoch));
    await expectGoesOn(race, followed);
  }
});

test.for([
  ['meta'],
  ['changes', 'audit', 'bands', 'sources', 'assets', 'organisers', 'sessions', 'backups'],
  ['config', 'runners', 'scans', 'dismissals'],
] as const satisfies HashName[][])(
  '[CF20] keys that somebody made no hash are kept under other names, and the race goes on: %j',
  async (names) => {
    const { followed, ...race } = await openFullRace();
    const { redis, keys, store } = race;
    const holders = await redis.hGetAll(keys.bands);
    const { epoch } = followed.race.head;
    await redis.mSet(
      names.map((name): [string, string] => [keys[name], 'what was written over it']),
    );
    await eventually(() => expect(followed.race.head.epoch).not.toBe(epoch));
    const apart: string[] = [];
    for (const name of names) {
      const [key = ''] = await redis.keys(`${keys.setApart}${name}:*`);
      expect(await redis.get(key)).toBe('what was written over it');
      apart.push(`${name}: was no hash: what was there is kept as ${key}`);
    }
    await eventually(() => {
      const { named } = followed.follower.damage.unreadable;
      expect(named.map((one) => `${one.hash}${one.field}: ${one.reason}`).toSorted()).toEqual(
        apart.toSorted(),
      );
    });
    expect(await redis.hGetAll(keys.bands)).toEqual(holders);
    await expectGoesOn(race, followed);
    await redis.del(await redis.keys(`${keys.setApart}*`));
    const reopened = followRace({ ...race, headCheckMs: 200 });
    await eventuallyEqualsRecord(reopened, store);
    expect(reopened.follower.damage.unreadable.count).toBe(0);
  },
);

test('[CF1] a change that would fail half-way changes nothing', async () => {
  const { store, redis, keys } = await openRace();
  const runner = buildRunner();
  await redis.hSet(keys.meta, 'version', 'rubbish');
  const found = await store.runners.read(runner.runnerId, []);
  const change = { after: runner, by: 'x', action: 'create' } as const;
  await expect(store.runners.commit(found, change)).rejects.toThrow('DAMAGED');
  // Lua would write it with an exponent: no change could be found under it.
  await redis.hSet(keys.meta, 'version', '99999999999999');
  await expect(store.runners.commit(found, change)).rejects.toThrow('DAMAGED');
  await redis.hDel(keys.meta, 'version');
  await redis.set(keys.audit, 'no hash');
  await expect(store.runners.commit(found, change)).rejects.toThrow('DAMAGED');
  await expect(ingestScans(redis, { ...keys, sources: keys.audit }, buildReads(1))).rejects.toThrow(
    'DAMAGED',
  );
  expect(await redis.hLen(keys.runners)).toBe(0);
  expect(await redis.hLen(keys.scans)).toBe(0);
  expect(await redis.hLen(keys.meta)).toBe(0);
});

test('[CF19] a runner who cannot be read is not saved over, and their wristband can be handed out anew', async () => {
  const { followed, ...race } = await openFullRace();
  const { store, redis, keys } = race;
  const [damaged] = followed.race.listRunners();
  if (!damaged?.bandId) throw new Error('The field has wristbands.');
  await redis.hSet(keys.runners, damaged.runnerId, 'rubbish');
  await expect(store.runners.read(damaged.runnerId, [])).rejects.toThrow('cannot be read');
  const anew = buildRunner({ bandId: damaged.bandId });
  const found = await store.runners.read(anew.runnerId, [damaged.bandId]);
  const change = { after: anew, by: 'x', action: 'create' } as const;
  expect((await store.runners.commit(found, change)).ok).toBe(true);
  expect(await redis.hGet(keys.bands, damaged.bandId)).toBe(anew.runnerId);
});

/** A read of the race, as the record has it. */
async function findRead({ redis, keys }: TestRace) {
  const [scanId = '', text = ''] = Object.entries(await redis.hGetAll(keys.scans))[0] ?? [];
  return { scanId, text, ...(JSON.parse(text) as { timeMs: number; bandId: string }) };
}

test('[CF19] a read in which a digit is another is set apart, be it of its time or its wristband', async () => {
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

test('[CF33] a runner and a read in which one bit has flipped are as they were, and can be saved', async () => {
  const { followed: before, ...race } = await openFullRace();
  const { redis, keys, store } = race;
  const [runner] = before.race.listRunners();
  const { scanId, text } = await findRead(race);
  if (!runner) throw new Error('There are thirty.');
  const raw = Buffer.from((await redis.hGet(keys.runners, runner.runnerId)) ?? '');
  // A byte that is no text any more.
  const at = raw.indexOf('"event"');
  raw[at] = (raw[at] ?? 0) ^ 0x80;
  await redis.hSet(keys.runners, runner.runnerId, raw);
  await redis.hSet(keys.scans, scanId, text.replace('"points":', '"poinvs":'));
  const followed = followRace({ ...race, headCheckMs: 200 });
  await eventuallyEqualsRecord(followed, store);
  expect(followed.race.findRunner(runner.runnerId)).toEqual(runner);
  expect(followed.race.scanCount).toBe(20);
  expect(followed.follower.damage.unreadable.count).toBe(0);
  expect(followed.log.filter(({ msg }) => msg.startsWith('One bit of a record'))).toHaveLength(2);
  const found = await store.runners.read(runner.runnerId, []);
  const after = { ...runner, firstName: 'Gwenllian', rev: runner.rev + 1 };
  expect((await store.runners.commit(found, { after, by: 'x', action: 'edit' })).ok).toBe(true);
  expect(await redis.hGet(keys.scans, scanId)).toBe(text);
});

test('[CF33] a whole read counts also where a digit of its field is another', async () => {
  const { followed: before, ...race } = await openFullRace();
  const { redis, keys } = race;
  const { scanId, text } = await findRead(race);
  await redis.hDel(keys.scans, scanId);
  await redis.hSet(keys.scans, `${scanId}0`, text);
  const followed = followRace({ ...race, headCheckMs: 200 });
  await eventually(() => expect(followed.race.isLoaded).toBe(true));
  expect([...followed.race.reads.listAsRead()].map((scan) => scan.scanId).toSorted()).toEqual(
    [...before.race.reads.listAsRead()].map((scan) => scan.scanId).toSorted(),
  );
  expect(followed.follower.damage.unreadable.count).toBe(0);
});

test.for([
  ['its time', /"timeMs":1/, '"timeMs":2'],
  ['its source', /"source":"mat"/, '"source":"cam"'],
  ['a quote', /"points":/, '"points:'],
  ['what follows the time of its arrival', /}$/, ')'],
] as const)(
  '[CF33] a damaged read is asked for again, and takes its place where it comes: %s',
  async ([, part, wrong]) => {
    const { followed: before, ...race } = await openFullRace();
    const { redis, keys, store } = race;
    const journal = [201, 202, 203, 204].map((band, i) => {
      const scan = buildScan({ bandId: String(band), source: 'mat' });
      return Object.assign(scan, { session: 'morning', seq: i + 1 });
    });
    const place = { source: 'mat|morning', firstSeq: 1 };
    await ingestScans(redis, keys, journal, place);
    await eventuallyEqualsRecord(before, store);
    for (const { scanId } of journal.slice(1, 3)) {
      const text = (await redis.hGet(keys.scans, scanId)) ?? '';
      await redis.hSet(keys.scans, scanId, text.replace(part, wrong));
    }

    const followed = followRace({ ...race, headCheckMs: 200 });
    await eventually(() => expect(followed.follower.damage.unreadable.count).toBe(2));
    expect(await redis.hGet(keys.sources, 'mat|morning')).toBe('1');
    const reply = await ingestScans(redis, keys, journal.slice(1), { ...place, firstSeq: 2 });
    expect(reply).toMatchObject({ highest: 4, stored: 2, duplicates: 1 });
    await eventually(() => expect(followed.follower.damage.unreadable.count).toBe(0));
    const { scans } = await eventuallyEqualsRecord(followed, store);
    await eventuallyEqualsRecord(before, store);
    expect(scans).toHaveLength(24);
    expect(before.follower.counts.reloads).toBe(1);
  },
);

test('[CF20] where Redis had to leave out a part of its file, the index of wristbands is made anew from who wears them', async () => {
  const { followed: before, ...race } = await openFullRace();
  const { redis, keys, store } = race;
  const index = await redis.hGetAll(keys.bands);
  const [first, second] = before.race.listRunners();
  // The second wears what the first is said to have worn once.
  const claims = { ...first, earlierBandIds: [second?.bandId] };
  await redis.hSet(keys.runners, first?.runnerId ?? '', JSON.stringify(claims));
  await redis.hSet(keys.bands, { [second?.bandId ?? '']: first?.runnerId ?? '', 99999999: 'x' });
  await redis.hSet(keys.meta, 'staleBands', '1');
  expect(await store.upkeep.repair(0)).toEqual([]);
  expect(await redis.hGetAll(keys.bands)).toEqual(index);
  expect(await redis.hExists(keys.meta, 'staleBands')).toBe(0);
});
