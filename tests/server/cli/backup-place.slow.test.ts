import { readFileSync } from 'node:fs';

import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type BackupPlace, withPlace } from '#server/cli/backup-place.ts';
import { runRaceCommand } from '#server/cli/race-command.ts';
import { parseStoreAddress } from '#server/config/store-settings.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();

let store: ObjectStore;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(async () => store.close());

let buckets = 0;
async function makeBucket(): Promise<string> {
  buckets += 1;
  return store.makeBucket(`races-${buckets}`);
}

async function run(race: TestRace, args: readonly string[], env = {}): Promise<Ran> {
  const { url: REDIS_URL, raceKey: RACE_KEY } = race;
  const given = { REDIS_URL, RACE_KEY, ...store.env, ...env };
  return runInProcess((stdout) => runRaceCommand(args, stdout), given);
}

async function fill(race: TestRace): Promise<TestRace> {
  await race.store.replaceRunners(
    [buildRunner({ firstName: 'Siân', bibNumber: '7', bandId: '7' })],
    {
      by: 'test',
    },
  );
  const scans = [buildScan({ bandId: '7' })];
  await ingestScans(race.redis, race.keys, scans, { source: 'mat', firstSeq: 1 });
  return race;
}

/** The race as anybody reads it, without where it stands. */
async function exported(race: TestRace): Promise<string> {
  return (await run(race, ['export'])).stdout.replace(/"epoch":"[^"]*","version":\d+,/, '');
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

const KINDS: readonly (readonly [string, () => Promise<string>])[] = [
  ['a folder', async () => createTempFolder()],
  ['a bucket', makeBucket],
  ['a prefix of a bucket', async () => `${await makeBucket()}/rasys 2026/tŷ`],
];

describe.each(KINDS)('%s', (_kind, makePlace) => {
  const inPlace = async <T>(task: (place: BackupPlace) => Promise<T>): Promise<T> =>
    withPlace(await makePlace(), { store: store.settings }, task);

  test('[BK7] what was put is there whole, under its name, until it is removed', async () => {
    await inPlace(async (place) => {
      expect(await place.list('')).toEqual([]);
      await place.put('a-1.gz', bytesOf('one'));
      await place.put('a-2.gz', bytesOf('two'));
      await place.put('b-1.gz', bytesOf(''));
      await place.put('a-1.gz', bytesOf('another'));
      const all = (await place.list('a-')).toSorted((a, b) => a.name.localeCompare(b.name));
      expect(all).toEqual([
        { name: 'a-1.gz', bytes: 7 },
        { name: 'a-2.gz', bytes: 3 },
      ]);
      expect(Buffer.from(await place.get('a-1.gz')).toString()).toBe('another');
      await place.confirm('a-1.gz');
      await place.remove('a-1.gz');
      expect(await place.list('a-')).toHaveLength(1);
      await expect(place.get('a-1.gz')).rejects.toThrow(/there is no such file/i);
    });
  });

  test('[BK7] a race is backed up, listed and restored, and gives way to one beside it', async () => {
    const race = await fill(await openRace());
    const place = await makePlace();
    const made = await run(race, ['backup', place]);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    const [path = ''] = made.stdout.split(': ');
    const listed = await run(race, ['backup', place, '--list']);
    expect(listed.stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}\d+ kB {2}/) as string,
    ]);
    expect(listed.stdout.trim().endsWith(path)).toBe(true);
    expect(await run(race, ['restore', path, '--check'])).toMatchObject({ status: 0, stderr: '' });
    const empty = await openRace();
    expect(await run(empty, ['backup', place, '--list'])).toMatchObject({
      status: 0,
      stdout: `There is no backup of the race ${empty.raceKey} in ${place}.\n`,
    });
    expect(await run(empty, ['restore', path])).toMatchObject({ status: 0, stderr: '' });
    expect(await exported(empty)).toBe(await exported(race));
    await empty.store.replaceRunners([buildRunner({ firstName: 'Nia' })], { by: 'test' });
    expect(await run(empty, ['restore', path])).toMatchObject({ status: 1 });
    await run(empty, ['restore', path, '--replace', empty.raceKey]);
    expect((await run(empty, ['backup', place, '--list'])).stdout).toContain(place);
  });

  test('[BK7] the newest stay, by number and age, and nothing is made when nothing changed', async () => {
    const race = await fill(await openRace());
    const place = await makePlace();
    const start = `splitcast-${race.raceKey}-2020-01-01T00-00-00.000Z-abc-`;
    const [old = '', ...stay] = [1, 2, 3].map((version) => `${start}${version}.backup.gz`);
    const others = ['photo.jpg', 'splitcast-other-2020-01-01T00-00-00.000Z-abc-1.backup.gz'];
    const names = async (): Promise<readonly string[]> =>
      withPlace(place, { store: store.settings }, async (found) =>
        (await found.list('')).map(({ name }) => name).toSorted(),
      );
    await withPlace(place, { store: store.settings }, async (found) => {
      for (const name of [old, ...stay, ...others]) await found.put(name, bytesOf('x'));
    });
    await run(race, ['backup', place]);
    const first = (await names()).find(
      (name) => name.startsWith(`splitcast-${race.raceKey}-2`) && !name.includes('-2020-'),
    );
    expect(await names()).toEqual(expect.arrayContaining(others));
    expect(await names()).not.toContain(old);
    const again = await run(race, ['backup', place, '--if-changed']);
    expect(again.stdout).toContain('holds the race as it is');
    expect(await names()).toHaveLength(5);
    for (let i = 0; i < 2; i += 1) {
      await race.store.replaceRunners([buildRunner()], { by: 'test' });
      await run(race, ['backup', place, '--if-changed', '--keep', '2']);
    }
    expect(await names()).toHaveLength(4);
    expect(await names()).not.toContain(first);
  });
});

test('[BK7] what comes back with another SHA-256 is refused, and nothing is changed', async () => {
  const race = await fill(await openRace());
  const place = await makeBucket();
  const [path = ''] = (await run(race, ['backup', place])).stdout.split(': ');
  const Bucket = parseStoreAddress(place)?.bucket;
  const Key = path.slice(`${place}/`.length);
  const { Body, Metadata } = await store.client.send(new GetObjectCommand({ Bucket, Key }));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  expect(Metadata?.['sha256']).toMatch(/^[\da-f]{64}$/);
  // The comment of a gzip is in none of its sums.
  bytes[9] = 7;
  await store.client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, Metadata }));
  const empty = await openRace();
  expect(await run(empty, ['restore', path])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('its SHA-256 is another') as string,
  });
  expect(await empty.store.countRecords()).toEqual({ runners: 0, scans: 0 });
  // Another tool leaves the sum out; the parts have theirs.
  await store.client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }));
  expect(await run(empty, ['restore', path, '--check'])).toMatchObject({ status: 0 });
});

test.each([
  ['another secret', { AWS_SECRET_ACCESS_KEY: 'guessed-secret' }, 'refuses the key (403 S'],
  ['another key', { AWS_ACCESS_KEY_ID: 'nobody' }, 'refuses the key (403 '],
  [
    'a key without rights',
    { AWS_ACCESS_KEY_ID: 'tests:guest' },
    'refuses the key (403 AccessDenied)',
  ],
  ['another region', { AWS_REGION: 'eu-west-2' }, 'Set AWS_REGION'],
  ['no key', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }, 'Set AWS_ACCESS_KEY_ID and'],
])('[BK8] %s: what to do is said, and no key', async (_what, env, said) => {
  const race = await fill(await openRace());
  const place = await makeBucket();
  const elsewhere = { AWS_EC2_METADATA_DISABLED: 'true', HOME: createTempFolder() };
  const { status, stdout, stderr } = await run(race, ['backup', place], { ...elsewhere, ...env });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(said);
  expect(stderr).not.toMatch(/secret-of|guessed|tests:|nobody/);
});

test('[BK8] a bucket that there is not does not keep the backup out of the folder', async () => {
  const race = await fill(await openRace());
  const BACKUP_DIR = createTempFolder();
  const given = { BACKUP_DIR, BACKUP_TO: 's3://nowhere/2026/' };
  const { status, stdout, stderr } = await run(race, ['backup'], given);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('has no bucket nowhere. Make it there') as string,
  });
  const [path = ''] = stdout.split(': ');
  expect(path.startsWith(BACKUP_DIR)).toBe(true);
  expect(readFileSync(path)).not.toHaveLength(0);
  expect(await race.store.storedBackup.read()).toBeUndefined();
  const BACKUP_TO = `${await makeBucket()}/2026/`;
  expect(await run(race, ['backup'], { BACKUP_TO })).toMatchObject({ status: 0, stderr: '' });
  const noted = await race.store.storedBackup.read();
  expect(noted?.bytes).toBeGreaterThan(0);
  const forgotten = await run(race, ['forget', '7'], { BACKUP_DIR, BACKUP_TO });
  expect(forgotten.stdout).toMatch(/made until now in .*[^]*made until now in s3:/);
});
