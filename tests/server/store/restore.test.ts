import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';

import { asRunnerId } from '#shared/model/ids.ts';
import type { RaceStore } from '#server/store/race-store.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';

const { openRace } = provideFileRedis();

const BY = { by: 'sian@example.org' };

/** A mat whose reads are all acknowledged. */
function placeMat({ redis, keys }: TestRace): {
  readonly acknowledged: Set<string>;
  readonly read: (count: number) => Promise<void>;
} {
  const acknowledged = new Set<string>();
  return {
    acknowledged,
    read: async (count) => {
      const firstSeq = acknowledged.size + 1;
      const scans = Array.from({ length: count }, (_, i) =>
        buildScan({ bandId: '1', timeMs: 1e12 + firstSeq + i }),
      );
      const reply = await ingestScans(redis, keys, scans, { source: 'mat|one', firstSeq });
      expect(reply).toMatchObject({ verdict: 'ok', highest: firstSeq + count - 1 });
      for (const { scanId } of scans) acknowledged.add(scanId);
    },
  };
}

async function listScans(store: RaceStore): Promise<Set<string>> {
  return new Set((await store.readRecord()).scans.map(({ scanId }) => scanId));
}

async function importField(store: RaceStore, count = 1): Promise<string> {
  const runners = Array.from({ length: count }, () => buildRunner());
  return (await store.replaceRunners(runners, BY)).backupId;
}

test('[PV6] the preview of a restore counts the private runners who would be public again', async () => {
  const { store } = await openRace();
  const [ann, bob, cai] = [buildRunner(), buildRunner(), buildRunner()];
  await store.replaceRunners([ann, { ...bob, isPrivate: true }, cai], BY);
  const renamed = { ...cai, runnerId: asRunnerId('new'), isPrivate: true };
  const { backupId } = await store.replaceRunners(
    [{ ...ann, isPrivate: true }, { ...bob, isPrivate: true }, renamed],
    BY,
  );
  expect(await store.planRestore(backupId)).toMatchObject({ shownAgain: 2 });
});

test('[CF17] reads stored during a restore are in the race', async () => {
  const race = await openRace();
  const { store } = race;
  const mat = placeMat(race);
  await mat.read(5_000);
  const backupId = await importField(store, 20_000);
  const restoring = new AbortController();
  onTestFinished(() => restoring.abort());
  const scanning = (async () => {
    while (!restoring.signal.aborted) await mat.read(3);
  })();
  await store.restoreBackup(backupId, BY);
  restoring.abort();
  await scanning;
  expect(await listScans(store)).toEqual(mat.acknowledged);
});

test('[CF17] an import and a restore at once lose no read', async () => {
  const race = await openRace();
  const { store } = race;
  const mat = placeMat(race);
  await mat.read(3_000);
  const backupId = await importField(store);
  await mat.read(3_000);
  await Promise.all([store.restoreBackup(backupId, BY), importField(store, 500)]);
  expect(await findAll(race)).toEqual(mat.acknowledged);
});

test('[CF17] a restore leaves the settings', async () => {
  const { store } = await openRace();
  const backupId = await importField(store);
  const present = buildConfig({ pageTitle: 'Ras arall', timing: 'gun' });
  await changeSettings(store, () => present, 'x');
  await store.restoreBackup(backupId, BY);
  expect(await store.readConfig()).toEqual(present);
});

test('[CF17] the preview of a restore lists the distances that the race no longer has', async () => {
  const { store } = await openRace();
  await store.replaceRunners([buildRunner({ event: 'PB' }), buildRunner({ event: 'UB' })], BY);
  const { backupId } = await store.replaceRunners([], BY);
  expect(await store.planRestore(backupId)).toMatchObject({ goneDistances: [] });
  await changeSettings(store, () => buildConfig(configOf(buildCourse('cp1'))), 'x');
  expect(await store.planRestore(backupId)).toMatchObject({ goneDistances: ['UB'] });
});

test('[CF18] backups are listed by version, whatever the clock', async () => {
  const { store, redis, keys } = await openRace();
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.unshift(await importField(store));
  // The clock went back, and then stood still.
  for (const [index, id] of ids.entries()) {
    const entry = JSON.parse((await redis.hGet(keys.backups, id)) ?? '') as object;
    const at = `2026-06-01T09:00:0${index >> 1}.000Z`;
    await redis.hSet(keys.backups, id, JSON.stringify({ ...entry, at }));
  }
  expect((await store.listBackups()).map(({ backupId }) => backupId)).toEqual(ids);
});

test('[CF18] beyond twenty backups the oldest go, except one with scans that are nowhere else', async () => {
  const race = await openRace();
  const mat = placeMat(race);
  const empty = await importField(race.store);
  await mat.read(3);
  const alone = await importField(race.store);
  for (let i = 0; i < 24; i += 1) await importField(race.store);
  const kept = (await race.store.listBackups()).map(({ backupId }) => backupId);
  expect(kept).toHaveLength(21);
  expect(kept.at(-1)).toBe(alone);
  expect(kept).not.toContain(empty);
  // With its scans in the race again it can go.
  await race.store.restoreBackup(alone, BY);
  const later = (await race.store.listBackups()).map(({ backupId }) => backupId);
  expect(later).toHaveLength(20);
  expect(later).not.toContain(alone);
  expect(await race.redis.keys(`{${race.raceKey}}:backup:${alone}:*`)).toEqual([]);
});

async function findAll({ store, redis, keys }: TestRace): Promise<Set<string>> {
  const ids = await listScans(store);
  for (const { backupId } of await store.listBackups()) {
    for (const id of await redis.hKeys(keys.backupOf(backupId, 'scans'))) ids.add(id);
  }
  return ids;
}

type Mat = ReturnType<typeof placeMat>;

type Step = (race: TestRace, mat: Mat) => Promise<void>;

const readSome = fc.integer({ min: 1, max: 4 }).map(
  (count): Step =>
    (_race, mat) =>
      mat.read(count),
);
/** A wrong import, undone by a restore. */
const importAndRestore = fc.integer({ min: 0, max: 3 }).map((count): Step => async (race, mat) => {
  const backupId = await importField(race.store);
  if (count > 0) await mat.read(count);
  await race.store.restoreBackup(backupId, BY);
});
/** Counts the backups from the newest. */
const restoreAny = fc.nat({ max: 30 }).map((which): Step => async ({ store }) => {
  const backups = await store.listBackups();
  const backup = backups[which % (backups.length || 1)];
  if (backup) await store.restoreBackup(backup.backupId, BY);
});
const importOnly = fc.constant<Step>(async ({ store }) => void (await importField(store)));

test('[CF17] [CF18] after any reads, imports and restores each acknowledged scan is in the race or a backup, and only imports remove scans from the race', async () => {
  const steps = fc.oneof(readSome, importAndRestore, restoreAny, importOnly);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (day) => {
      const race = await openRace();
      const mat = placeMat(race);
      let before = new Set<string>();
      for (const step of day) {
        await step(race, mat);
        const now = await listScans(race.store);
        const isImported = (await race.store.listBackups())[0]?.reason === 'import';
        const gone = [...before].filter((id) => !now.has(id));
        expect(isImported && now.size === 0 ? [] : gone).toEqual([]);
        expect(await findAll(race)).toEqual(mat.acknowledged);
        before = now;
      }
    }),
    { numRuns: 25 },
  );
});

test('[CF1] a whole race with an invalid version replaces nothing', async () => {
  const { store } = await openRace();
  await store.replaceRunners([buildRunner()], { by: 'test' });
  const before = await store.readWhole();
  const meta = new Map([...before.meta, ['version', '?']]);
  const order = { by: 'test', details: {}, inPlaceOf: await store.readHead() };
  await expect(store.putWhole({ ...before, meta }, order)).rejects.toThrow('no number');
  expect(await store.readWhole()).toEqual(before);
});
