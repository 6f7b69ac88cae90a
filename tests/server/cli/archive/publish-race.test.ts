import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { expect, test } from 'vitest';

import { describeArchive } from '#server/cli/archive/archive-files.ts';
import { writeArchive } from '#server/cli/archive/archive-folder.ts';
import { runRaceCommand } from '#server/cli/race-command.ts';
import {
  type Manifest,
  type PublishedRunner,
  RUNNERS_FILE,
} from '#server/features/past-races/manifest.ts';
import { LiveRace } from '#server/race/live-race.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { LANGUAGES } from '#shared/texts/languages.ts';
import { buildNumbered, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { provideFileRedis, type TestRace } from '#tests/support/file-redis.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { type Ran, runInProcess } from '#tests/support/run-in-process.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const { openRace } = provideFileRedis();
/** The product's files before it is built. */
const PAGE_ROOT = join(import.meta.dirname, '../../../../client/public');

const OFFICIAL = { closed: true, officialAt: '2026-06-20-16-40-00', officialBy: 'A. Rees' };
const SECRETS = {
  firstName: 'Angharad',
  lastName: 'Cyfrinach',
  runClub: 'Clwb Cudd',
  mobileNumber: '07700 900123',
  emergencyContact: 'Mam 07700 900456',
  medicalNote: 'penicillin',
  birthDate: '1984-02-29',
};
const RUNNERS = [
  buildNumbered(91_001_001, 'first', { bibNumber: 'W1', firstName: 'Siân', lastName: '<b>Öz' }),
  buildNumbered(91_001_002, 'second', {
    bibNumber: '7/8',
    firstName: 'Łukasz',
    lastName: 'Ó Dubhghaill',
    ageGroup: 'M40',
    runClub: 'Škorpík & synové',
  }),
  buildNumbered(91_001_003, 'hidden', { bibNumber: '363', isPrivate: true, ...SECRETS }),
  buildNumbered(91_001_004, 'out', { bibNumber: '4', lastName: 'Stop', overrideTime: '00:00:01' }),
  buildNumbered(91_001_005, 'none', { bibNumber: '', lastName: 'Ανδρέου', event: 'UB' }),
  buildNumbered(91_001_006, 'unseen', { bibNumber: '6', lastName: 'Abwesend' }),
];

async function stage(config: Partial<RaceConfig> = OFFICIAL): Promise<TestRace> {
  const race = await openRace();
  const reads = [
    ['91001001', 'cp1', 20],
    ['91001001', 'finish', 90],
    ['91001002', 'cp1', 19],
    ['91001002', 'finish', 95],
    ['91001003', 'finish', 100],
    ['91001005', 'kom1-start', 30],
    ['91001005', 'kom1-end', 37],
    ['91001005', 'finish', 200],
  ] as const;
  const scans = reads.map(([bandId, point, minutes]) =>
    buildScan({ bandId, points: [point], timeMs: GUN_MS + minutes * MINUTE_MS }),
  );
  await stageRace(race, { runners: RUNNERS, config, scans });
  return race;
}

async function publish(
  { url, raceKey }: TestRace,
  args: readonly string[],
  more = {},
): Promise<Ran> {
  const env = { REDIS_URL: url, RACE_KEY: raceKey, ...more };
  return runInProcess((stdout) => runRaceCommand(['publish', ...args], stdout, PAGE_ROOT), env);
}

/** All files of a folder, by path. */
function readFiles(folder: string): Map<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(folder, path))]));
}

/** The files of the official race. */
async function readPublished(): Promise<Map<string, Buffer>> {
  const folder = join(createTempFolder(), 'canlyniadau');
  expect(await publish(await stage(), [folder])).toMatchObject({ status: 0, stderr: '' });
  return readFiles(folder);
}

/** The files reached by links of pages and style sheets, from the first page on. */
function crawl(files: ReadonlyMap<string, Buffer>): Set<string> {
  const reached = new Set(['index.html']);
  for (const path of reached) {
    if (!/\.(?:html|css)$/.test(path)) continue;
    const text = String(files.get(path));
    for (const [, ofPage, ofStyles] of text.matchAll(/(?:href|src)="([^"]*)"|url\('?([^')]+)/g)) {
      const address = ofPage ?? ofStyles ?? '';
      expect(address).toMatch(/^[\w./-]+$/);
      reached.add(relative('', join(dirname(path), address)));
    }
  }
  return reached;
}

test('[PU1] all files are linked from the first page, and every link leads to a file of the folder, none to a script', async () => {
  const files = await readPublished();
  const reached = crawl(files);
  const unread = ['race.json', RUNNERS_FILE];
  expect([...reached].filter((path) => !files.has(path))).toEqual([]);
  expect([...files.keys()].filter((path) => !reached.has(path)).toSorted()).toEqual(
    unread.toSorted(),
  );
  for (const [path, bytes] of files) {
    if (!path.endsWith('.html')) continue;
    expect(String(bytes)).not.toMatch(/<script|javascript:|\son\w+=|https?:|="\//i);
  }
});

test('[PU1] the tables, the pages of runners and the files have the race, in each language', async () => {
  const files = await readPublished();
  const read = (path: string): string => textOf(files.get(path));
  expect(read('index.html')).toMatch(
    /Saturday,? 20 June 2026 · Official results since 16:40, A\. Rees/,
  );
  expect(read('results/PB.html')).toMatch(
    /1 Siân &lt;b&gt;Öz F40 · bib W1 · Rhedwyr Preseli 1:30:00/,
  );
  expect(read('results/PB-categories.html')).toMatch(/M40[^]*Place Runner Time 1 /);
  expect(read('results/PB-clubs.html')).toContain('Škorpík &amp; synové');
  expect(read('cy/results/PB.html')).toContain('Canlyniadau');
  const hasQuery = (name: string): boolean =>
    name.startsWith('cy/runners/') && read(name).includes('Łukasz');
  const path = [...files.keys()].find(hasQuery) ?? '';
  expect(path).toMatch(/^cy\/runners\/[\da-f]{2}\/78-[\da-f]{8}\.html$/);
  expect(read(path)).toContain(
    'Łukasz Ó Dubhghaill Full · rhif 7/8 · M40 · Škorpík &amp; synové 1:35:00',
  );
  expect(String(files.get('files/results-PB.csv'))).toContain('Łukasz');
  const listed = JSON.parse(read(RUNNERS_FILE)) as PublishedRunner[];
  expect(listed.find(({ name }) => name.startsWith('Łukasz'))).toMatchObject({
    details: ['Škorpík & synové', 'M40', 'Full'],
    time: '1:35:00',
    page: path.slice('cy/'.length),
  });
  expect(String(files.get('files/results.csv'))).toContain('Ανδρέου');
  // A runner without a read is in no results.
  for (const bytes of files.values()) expect(String(bytes)).not.toContain('Abwesend');
});

test('[PU2] a private runner is a bib, and no file has a wristband or a telephone', async () => {
  const files = await readPublished();
  const everything = Array.from(files.values(), String);
  const pages = everything.filter((text) => text.includes('\u00A0363'));
  expect(pages.length).toBeGreaterThan(4);
  expect(pages.filter((text) => text.includes('noindex'))).toHaveLength(LANGUAGES.length);
  for (const secret of [...Object.values(SECRETS), '9100100']) {
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  }
  expect(String(files.get(RUNNERS_FILE))).not.toContain('"363"');
});

test('[PU2] equal races are equal bytes, and results that are not official are refused', async () => {
  const race = await stage({ closed: true });
  const [a, b] = [join(createTempFolder(), 'a'), join(createTempFolder(), 'b')];
  expect(await publish(race, [a])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Make them official on Control first.') as string,
  });
  expect(() => readdirSync(a)).toThrow('ENOENT');
  await changeSettings(race.store, (config) => ({ ...config, ...OFFICIAL }), 'x');
  expect(await publish(race, [a])).toMatchObject({ status: 0 });
  expect(await publish(race, [b])).toMatchObject({ status: 0 });
  expect(readFiles(a)).toEqual(readFiles(b));
});

test('[PU3] the manifest describes the publication', async () => {
  const race = await stage();
  const folder = join(createTempFolder(), 'ras');
  await publish(race, [folder]);
  expect(readManifest(folder)).toEqual({
    format: 'splitcast-archive',
    formatVersion: 1,
    title: 'Ras Beca',
    date: '2026-06-20',
    distances: [
      { code: 'BB', name: 'Half', listed: 0, finished: 0, first: [] },
      {
        code: 'PB',
        name: 'Full',
        listed: 4,
        finished: 3,
        first: [
          { sex: 'F', name: 'Siân <b>Öz', totalMs: 5_400_000 },
          { sex: 'M', name: 'Łukasz Ó Dubhghaill', totalMs: 5_700_000 },
        ],
      },
      expect.objectContaining({ code: 'UB', finished: 1 }),
    ],
    ...(await race.store.readHead()),
    officialAt: '2026-06-20-16-40-00',
  });
});

test('[PU3] only an empty folder, or one that was published before, is taken', async () => {
  const race = await stage();
  const folder = createTempFolder();
  writeFileSync(join(folder, 'llythyr.txt'), 'pwysig');
  expect(await publish(race, [folder])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not empty') as string,
  });
  expect(readdirSync(folder)).toEqual(['llythyr.txt']);
  const empty = join(folder, 'gwag');
  mkdirSync(empty);
  expect(await publish(race, [empty])).toMatchObject({ status: 0 });
  await changeSettings(race.store, (config) => ({ ...config, pageTitle: 'Ras Beca 2026' }), 'x');
  expect(await publish(race, [empty])).toMatchObject({ status: 0 });
  expect(readManifest(empty).title).toBe('Ras Beca 2026');
  expect(readdirSync(folder).toSorted()).toEqual(['gwag', 'llythyr.txt']);
});

test('[PU3] after any interruption the earlier publication is whole, and nothing is left over', async () => {
  const race = await stage();
  const parent = createTempFolder();
  const folder = join(parent, 'ras');
  await publish(race, [folder]);
  const before = readFiles(folder);
  const head = describeArchive(await loadRace(race));
  await expect(writeArchive(folder, head, breakOff())).rejects.toThrow('The power is gone.');
  expect(readFiles(folder)).toEqual(before);
  expect(readdirSync(parent)).toEqual(['ras']);
  // Killed while it wrote, and killed between the two renames.
  mkdirSync(join(parent, '.ras.partial'));
  writeFileSync(join(parent, '.ras.partial/index.html'), 'hanner');
  renameSync(folder, join(parent, '.ras.before'));
  await expect(writeArchive(folder, head, breakOff())).rejects.toThrow('The power is gone.');
  expect(readFiles(folder)).toEqual(before);
  expect(readdirSync(parent)).toEqual(['ras']);
});

test('[PU3] a name puts it into the folder of past races, one that fits no address nowhere', async () => {
  const race = await stage();
  const RACES_DIR = join(createTempFolder(), 'rasys');
  expect(await publish(race, ['--archive', 'ras-beca-2026'], { RACES_DIR })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('/races/ras-beca-2026/') as string,
  });
  expect(readManifest(join(RACES_DIR, 'ras-beca-2026')).title).toBe('Ras Beca');
  for (const name of ['../ras', 'Ras', '.ras', '']) {
    expect(await publish(race, ['--archive', name], { RACES_DIR })).toMatchObject({ status: 1 });
  }
  expect(await publish(race, [])).toMatchObject({ status: 2 });
  expect(await publish(race, ['a', '--archive', 'b'])).toMatchObject({ status: 2 });
  expect(readdirSync(RACES_DIR)).toEqual(['ras-beca-2026']);
});

async function loadRace({ store }: TestRace): Promise<LiveRace> {
  const record = await store.readRecord();
  const race = new LiveRace();
  race.load(record.head, record);
  return race;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'race.json'), 'utf8')) as Manifest;
}

/** The text of a page, without tags. */
function textOf(bytes: Buffer | undefined): string {
  return String(bytes)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** A page, then an error. */
async function* breakOff() {
  yield { path: 'index.html', bytes: 'newydd' };
  await Promise.reject(new Error('The power is gone.'));
}
