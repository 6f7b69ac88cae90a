import { expect, onTestFinished, test } from 'vitest';

import type { BackupEntry } from '#shared/wire/import-api.ts';
import type { Runner } from '#shared/model/runner.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';

const { openRace } = provideFileRedis();

const BY = { by: 'sian@example.org' };
const OLD = [
  buildRunner({ runnerId: 'old-1', bandId: '1', lastName: 'Øvrebø' }),
  buildRunner({ runnerId: 'old-2', bandId: undefined }),
];

/** `count` runners, every third without a wristband. */
function buildField(count: number, prefix = 'new'): Runner[] {
  return Array.from({ length: count }, (_, i) =>
    buildRunner({
      runnerId: `${prefix}-${i}`,
      bandId: i % 3 === 0 ? undefined : String(1_000 + i),
    }),
  );
}

/** A race with two runners, a scan and settings. */
async function openOldRace(): Promise<TestRace> {
  const race = await openRace();
  await race.store.replaceRunners(OLD, BY);
  await changeSettings(race.store, () => buildConfig(), 'x');
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '1' })], {
    source: 'mat|one',
    firstSeq: 1,
  });
  return race;
}

const sortRunners = (runners: readonly Runner[]): Runner[] =>
  runners.toSorted((a, b) => Number(a.runnerId > b.runnerId) - Number(a.runnerId < b.runnerId));

test('[CF15] an import replaces runners and scans, keeps the rest, and makes a backup', async () => {
  const race = await openOldRace();
  const { store, redis, keys } = race;
  const before = await store.readHead();
  const parts = ['runners', 'bands', 'scans'] as const;
  const oldHashes = await Promise.all(parts.map((part) => redis.hGetAll(keys[part])));
  const field = buildField(1_203);

  const { backupId, runnersBefore, scansBefore } = await store.replaceRunners(field, BY);

  expect({ runnersBefore, scansBefore }).toEqual({ runnersBefore: 2, scansBefore: 1 });
  const record = await store.readRecord();
  expect(sortRunners(record.runners)).toEqual(sortRunners(field));
  expect(record.scans).toEqual([]);
  expect(record.config).toEqual(buildConfig());
  expect(await redis.hLen(keys.bands)).toBe(802);
  // Kept, so that the scanner does not send its old reads again.
  expect(await redis.hGet(keys.sources, 'mat|one')).toBe('1');
  expect(record.head.epoch).not.toBe(before.epoch);
  expect(record.head.version).toBe(before.version + 1);
  expect(await redis.hGetAll(keys.changes)).toEqual({
    [record.head.version]: JSON.stringify({ ...record.head, ops: [{ op: 'reload' }] }),
  });
  const kept = parts.map((part) => redis.hGetAll(keys.backupOf(backupId, part)));
  expect(await Promise.all(kept)).toEqual(oldHashes);
  const entry = JSON.parse((await redis.hGet(keys.backups, backupId)) ?? '') as BackupEntry;
  expect(entry).toMatchObject({ ...BY, reason: 'import', runners: 2, scans: 1 });
  for (const key of [keys.runners, keys.bands]) expect(await redis.ttl(key)).toBe(-1);
  expect(await redis.keys(`{${race.raceKey}}:staging:*`)).toEqual([]);
});

test('[CF15] if staged records are lost nothing is replaced, and the error names the remedy', async () => {
  const race = await openOldRace();
  const { store, redis, raceKey } = race;
  const before = await store.readRecord();
  const replacement = store.replaceRunners(buildField(30_000), BY);
  replacement.catch(() => undefined);
  await eventually(
    async () => {
      const staged = await redis.keys(`{${raceKey}}:staging:*:runners`);
      expect(staged).toHaveLength(1);
      expect(await redis.del(staged)).toBe(1);
    },
    { intervalMs: 1 },
  );
  await expect(replacement).rejects.toThrow(/nothing was replaced/);
  expect(await store.readRecord()).toEqual(before);
  const staged = await redis.keys(`{${raceKey}}:staging:*`);
  for (const key of staged) expect(await redis.ttl(key)).toBeGreaterThan(0);
});

test('[CF15] 200,000 runners are replaced by renaming hashes, which blocks nobody', async () => {
  const { store, redis, keys } = await openRace();
  await store.replaceRunners(buildField(200_000), BY);
  await redis.sendCommand(['CONFIG', 'RESETSTAT']);
  await store.replaceRunners(OLD, BY);
  const stats = await redis.info('commandstats');
  const calls = Object.fromEntries(
    [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)].map(([, name, count]) => [name, count]),
  );
  // Only runners and wristbands have content.
  expect(calls).toMatchObject({ rename: '4', copy: '1', evalsha: '1' });
  const [backup] = await store.listBackups();
  expect(backup).toMatchObject({ runners: 200_000 });
  expect(await redis.hLen(keys.backupOf(backup?.backupId ?? '', 'bands'))).toBe(133_333);
});

test('[CF15] staged data always expires, wherever the import is interrupted', async () => {
  const { redis, raceKey, store } = await openOldRace();
  await redis.sendCommand(['ACL', 'SETUSER', 'default', '-expire']);
  onTestFinished(async () => {
    await redis.sendCommand(['ACL', 'SETUSER', 'default', '+expire']);
  });
  await expect(store.replaceRunners(buildField(2), BY)).rejects.toThrow(
    /EXECABORT|abort|permission/i,
  );
  expect(await redis.keys(`{${raceKey}}:staging:*`)).toEqual([]);
});

test('[CF15] the later of two imports at once wins whole', async () => {
  const { store, redis, keys } = await openOldRace();
  const fields = [buildField(700, 'a'), buildField(900, 'b')];
  const replacements = await Promise.all(fields.map((field) => store.replaceRunners(field, BY)));
  const record = await store.readRecord();
  const [winner] = replacements.toSorted((a, b) => b.version - a.version);
  const expected = fields[replacements.findIndex((one) => one === winner)] ?? [];
  expect(sortRunners(record.runners)).toEqual(sortRunners(expected));
  expect(await redis.hLen(keys.bands)).toBe(expected.filter(({ bandId }) => bandId).length);
});

test('[CF15] scans stored during an import are in the backup or in the new race', async () => {
  const race = await openOldRace();
  const { store, redis, keys } = race;
  const importing = new AbortController();
  onTestFinished(() => importing.abort());
  let sent = 0;
  const send = async (): Promise<void> => {
    while (!importing.signal.aborted) {
      sent += 1;
      await ingestScans(redis, keys, [buildScan({ bandId: '1', timeMs: 1e12 + sent })]);
    }
  };
  const sending = send();
  const { backupId } = await store.replaceRunners(buildField(20_000), BY);
  importing.abort();
  await sending;
  const kept = await redis.hLen(keys.backupOf(backupId, 'scans'));
  const now = await redis.hLen(keys.scans);
  expect(kept + now).toBe(sent + 1);
  expect(kept).toBeGreaterThan(1);
});
