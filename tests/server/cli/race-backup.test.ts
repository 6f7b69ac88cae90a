import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findOld, listBackups, nameBackup } from '#server/cli/race-backup.ts';
import { BackupFolder } from '#server/cli/backup-folder.ts';
import { runRaceCommand } from '#server/cli/race-command.ts';
import { type Finding, runChecks } from '#server/features/health/checks.ts';
import { findNewestBackup } from '#server/features/health/redis-answers.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

async function run({ url, raceKey }: TestRace, ...args: string[]): Promise<Ran> {
  const env = { REDIS_URL: url, RACE_KEY: raceKey };
  return runInProcess((stdout) => runRaceCommand(args, stdout), env);
}

/** A race with something in each of its parts. */
async function fill(race: TestRace): Promise<TestRace> {
  const { store, redis, keys } = race;
  await store.replaceRunners(
    [buildRunner({ firstName: 'Siân', lastName: 'Ó Briain 王', bandId: '7' }), buildRunner()],
    { by: 'test' },
  );
  await ingestScans(redis, keys, [buildScan({ bandId: '7' }), buildScan({ bandId: '9' })], {
    source: 'mat',
    firstSeq: 1,
  });
  await store.pictures.put('logo', Buffer.from('a picture'), 'test');
  await redis.hSet(keys.organisers, 'mari@example.org', '{"role":"admin"}');
  await redis.hSet(keys.push, { vapid: '{"publicKey":"p"}', bytes: '12' });
  await redis.hSet(keys.sessions, 'a-token', '{}');
  return race;
}

const backupsIn = (folder: string): string[] => readdirSync(folder).toSorted();

async function backUp(race: TestRace, folder = createTempFolder()): Promise<string> {
  expect(await run(race, 'backup', folder)).toMatchObject({ status: 0, stderr: '' });
  return join(folder, backupsIn(folder).at(-1) ?? '');
}

/** The export of the race, without epoch and version. */
async function exported(race: TestRace): Promise<string> {
  return (await run(race, 'export')).stdout.replace(/"epoch":"[^"]*","version":\d+,/, '');
}

test('[BK1 BK3] a race restored into an empty one is the same, with its accounts, pictures and log', async () => {
  const race = await fill(await openRace());
  const path = await backUp(race);
  const empty = await openRace();
  expect(await run(empty, 'restore', path)).toMatchObject({ status: 0, stderr: '' });
  expect(await exported(empty)).toBe(await exported(race));
  const { redis, keys } = empty;
  for (const part of ['organisers', 'assets', 'sources', 'bands'] as const) {
    expect(await redis.hGetAll(keys[part])).toEqual(await redis.hGetAll(race.keys[part]));
  }
  expect(await redis.hGetAll(keys.push)).toEqual({ vapid: '{"publicKey":"p"}' });
  expect(await redis.exists(keys.sessions)).toBe(0);
  const before = await race.store.readHead();
  const after = await empty.store.readHead();
  expect(after.version).toBeGreaterThan(before.version);
  expect(after.epoch).not.toBe(before.epoch);
  // The log continues that of the file.
  const log = await redis.hGetAll(keys.audit);
  expect(log).toMatchObject(await redis.hGetAll(race.keys.audit));
  expect(log[after.version]).toContain('"action":"restore"');
});

test('[BK3] a race with runners is replaced only by name, after a backup', async () => {
  const path = await backUp(await fill(await openRace()));
  const other = await openRace();
  await other.store.replaceRunners([buildRunner({ firstName: 'Nia' })], { by: 'test' });
  await other.redis.hSet(other.keys.sessions, 'a-token', '{}');
  const before = await exported(other);
  for (const how of [[], ['--replace', 'another']]) {
    const { status, stderr } = await run(other, 'restore', path, ...how);
    expect(status).toBe(1);
    expect(stderr).toContain('nothing was changed');
  }
  expect(await exported(other)).toBe(before);
  const folder = createTempFolder();
  const beside = join(folder, 'given.gz');
  writeFileSync(beside, readFileSync(path));
  await run(other, 'restore', beside, '--replace', other.raceKey);
  expect(await other.redis.exists(other.keys.sessions)).toBe(0);
  const [, putAside = ''] = backupsIn(folder);
  const again = await openRace();
  await run(again, 'restore', join(folder, putAside));
  expect(await exported(again)).toBe(before);
});

test('[BK3] a race with scans alone is not taken for an empty one', async () => {
  const path = await backUp(await fill(await openRace()));
  const other = await openRace();
  await ingestScans(other.redis, other.keys, [buildScan()], { source: 'mat', firstSeq: 1 });
  expect(await run(other, 'restore', path)).toMatchObject({ status: 1 });
  expect(await other.store.countRecords()).toEqual({ runners: 0, scans: 1 });
});

function unpacksTo(packed: Uint8Array, whole: Buffer): boolean {
  try {
    return gunzipSync(packed).equals(whole);
  } catch {
    return false;
  }
}

test('[BK2] a file that was cut or changed anywhere is refused, and changes nothing', async () => {
  const bytes = readFileSync(await backUp(await fill(await openRace())));
  const whole = gunzipSync(bytes);
  const empty = await openRace();
  const folder = createTempFolder();
  const path = join(folder, 'damaged.gz');
  const refused = async (spoilt: Uint8Array): Promise<void> => {
    writeFileSync(path, spoilt);
    expect(await run(empty, 'restore', path)).toMatchObject({ status: 1, stdout: '' });
    expect(await empty.store.countRecords()).toEqual({ runners: 0, scans: 0 });
  };
  await fc.assert(
    fc.asyncProperty(
      fc.nat(bytes.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, mask) => {
        // Bytes 3 to 9 of gzip are its date, system and name.
        const flipped = Buffer.from(bytes);
        const where = at < 10 ? 0 : at;
        flipped[where] = (flipped[where] ?? 0) ^ mask;
        // The last bits before the checksum are unused.
        if (!unpacksTo(flipped, whole)) await refused(flipped);
        await refused(bytes.subarray(0, at));
      },
    ),
    { numRuns: 25 },
  );
  // Repacked with a changed value: the sum in its first line differs.
  const text = whole.toString('utf8');
  await refused(gzipSync(text.replace('Siân', 'Sian')));
  await refused(gzipSync(text.replace('"formatVersion":1', '"formatVersion":2')));
  await refused(Buffer.from('firstName,lastName\n'));
  // Repacked after a cut, or with more.
  await refused(gzipSync(whole.subarray(0, -20)));
  await refused(gzipSync(`${text}["later","field","value"]\n`));
});

test('[BK2] a race of another schema is neither put nor replaced', async () => {
  const race = await fill(await openRace());
  const path = await backUp(race);
  await race.redis.hSet(race.keys.meta, 'schema', '99');
  const before = await race.redis.hGetAll(race.keys.runners);
  expect(await run(race, 'restore', path, '--replace', race.raceKey)).toMatchObject({ status: 1 });
  expect(await race.redis.hGetAll(race.keys.runners)).toEqual(before);
  const whole = await race.store.readWhole();
  const empty = await openRace();
  await expect(empty.store.putWhole(whole, { by: 'test', details: {} })).rejects.toThrow(
    'schema 99',
  );
  expect(await empty.store.countRecords()).toEqual({ runners: 0, scans: 0 });
});

test('[BK1] a backup made while reads come in is the race of one moment', async () => {
  const race = await fill(await openRace());
  const { redis, keys } = race;
  const { version } = await race.store.readHead();
  const { scans } = await race.store.countRecords();
  const over = new AbortController();
  const reads = (async () => {
    for (let i = 3; !over.signal.aborted; i += 1) {
      const place = { source: 'mat', firstSeq: i };
      await ingestScans(redis, keys, [buildScan({ bandId: '7', timeMs: 1e12 + i })], place);
    }
  })();
  try {
    const whole = await race.store.readWhole();
    // Each read is a version of its own.
    expect(whole.scans.size - scans).toBe(Number(whole.meta.get('version')) - version);
    expect(whole.sources.get('mat')).toBe(String(whole.scans.size));
  } finally {
    over.abort();
    await reads;
  }
});

test('[BK4] a folder keeps the newest of this race, and nothing else goes', async () => {
  const race = await fill(await openRace());
  const folder = createTempFolder();
  const start = `splitcast-${race.raceKey}-2020-01-01T00-00-00.000Z-abc-`;
  const [old, ...stay] = [1, 2, 3].map((version) => `${start}${version}.backup.gz`);
  const others = ['splitcast-other-2020-01-01T00-00-00.000Z-abc-1.backup.gz', 'photo.jpg'];
  for (const name of [old ?? '', ...stay, ...others]) writeFileSync(join(folder, name), '');
  const first = await backUp(race, folder);
  expect(backupsIn(folder)).not.toContain(old);
  expect(backupsIn(folder)).toEqual(expect.arrayContaining([...stay, ...others]));
  // Nothing has changed, so no other backup is made.
  utimesSync(first, 0, 0);
  await run(race, 'backup', folder, '--if-changed');
  expect(backupsIn(folder)).toHaveLength(5);
  await race.store.replaceRunners([buildRunner()], { by: 'test' });
  await run(race, 'backup', folder, '--if-changed');
  expect(backupsIn(folder)).toHaveLength(5);
  expect(backupsIn(folder)).not.toContain(stay[0]);
  const inFile = await run(race, 'backup', join(folder, 'photo.jpg'));
  expect(inFile.status).toBe(1);
  expect(inFile.stderr).toContain('name another folder');
});

test('[BK4] old backups go while nothing changes, and so do remains of a killed one', async () => {
  const race = await fill(await openRace());
  const folder = createTempFolder();
  const newest = await backUp(race, folder);
  const start = `splitcast-${race.raceKey}-2020-01-01T00-00-0`;
  const others = ['photo.jpg.partial', 'splitcast-other-2020.backup.gz.partial'];
  const killed = `${start}2.000Z-abc-1.backup.gz.partial`;
  const running = `${start}3.000Z-abc-1.backup.gz.partial`;
  const stay = [`${start}1.000Z-abc-8.backup.gz`, `${start}1.000Z-abc-9.backup.gz`];
  const gone = `${start}1.000Z-abc-1.backup.gz`;
  for (const name of [gone, ...stay, killed, running, ...others]) {
    writeFileSync(join(folder, name), '');
    if (name !== running) utimesSync(join(folder, name), 0, 0);
  }
  expect(await run(race, 'backup', folder, '--if-changed')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('as it is') as string,
  });
  expect(backupsIn(folder)).toEqual([basename(newest), running, ...stay, ...others].toSorted());
});

async function check(folder: string, upMs: number): Promise<readonly Finding[]> {
  const backup = { newest: await findNewestBackup(folder), upMs };
  return runChecks({ isConnected: true, backup });
}

test('[BK5] organisers see when automatic backups stop', async () => {
  const folder = createTempFolder();
  expect(runChecks({ isConnected: true })).toEqual([]);
  expect(await check(folder, 10 * MINUTE_MS)).toEqual([]);
  const [none] = await check(join(folder, 'away'), HOUR_MS);
  expect(none).toMatchObject({
    topic: 'backup',
    text: expect.stringContaining('No backup is in BACKUP_DIR') as string,
  });
  const path = join(folder, 'splitcast-race.backup.gz');
  writeFileSync(path, '');
  expect(await check(folder, HOUR_MS)).toEqual([]);
  utimesSync(path, 0, 0);
  expect(await check(folder, HOUR_MS)).toHaveLength(1);
});

test('[BK4] of the backups the newest three and the one just made stay, others by number and age', () => {
  const nowMs = 100 * 24 * HOUR_MS;
  const made = (days: number) => ({
    name: `${days}`,
    of: '',
    madeMs: nowMs - days * 24 * HOUR_MS - MINUTE_MS,
  });
  const old = (days: readonly number[], justMade = '') =>
    findOld(days.map(made), nowMs, justMade).map(({ name }) => name);
  expect(old([40, 50, 60, 70])).toEqual(['70']);
  expect(old([0, 1, 29, 30])).toEqual(['30']);
  expect(old([])).toEqual([]);
  expect(old(Array.from({ length: 50 }, () => 0))).toEqual(['0', '0']);
  // One that was made in the future: the clock was wrong then or is now, so nothing is known to be old.
  expect(old([-40, 31, 32, 33, 34])).toEqual([]);
  // That made by a clock far behind is the newest by its version, or was just made: it stays.
  expect(old([400, 0, 1])).toEqual([]);
  expect(old([0, 1, 2, 31, 400], '400')).toEqual(['31']);
});

const head = (version: number) => ({ epoch: 'abcdefgh', version });
const days = (count: number) => new Date(Date.UTC(2026, 5, 20) + count * 24 * HOUR_MS);

test('[BK4] backups are ordered by version, with any clock', async () => {
  const folder = new BackupFolder(createTempFolder());
  const names = [
    nameBackup('race', days(0), head(5)),
    nameBackup('race', days(40), head(6)),
    nameBackup('race', days(-400), head(7)),
    nameBackup('race', days(90), { epoch: 'ijklmnop', version: 900 }),
  ];
  for (const name of names) await folder.put(name, Buffer.from('x'));
  const listed = async (present: { epoch: string }) =>
    (await listBackups(folder, 'race', present)).map(({ name }) => names.indexOf(name));
  expect(await listed(head(0))).toEqual([2, 1, 0, 3]);
  expect(await listed({ epoch: 'ijklmnop' })).toEqual([3, 2, 1, 0]);
});
