import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { FORMATS } from '#server/scanner/formats/formats.ts';
import { parseOptions } from '#server/scanner/options.ts';
import {
  listScannerArgs,
  MAX_READER_LINE,
  MAX_READER_LINES,
  MAX_READERS,
  MAX_READS_FILE,
  READER_KINDS,
  type ReaderForm,
  readerForm,
  type ReadersBody,
} from '#shared/wire/readers-api.ts';
import { buildReader } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { type OrganisersWeb, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';

const openRace = provideOrganisersRace();

/** A service that runs a given program as the scanner. */
async function serve(program = '') {
  const race = await openRace();
  const dataDir = createTempFolder();
  const scannerPath = join(createTempFolder(), 'scanner.mjs');
  writeFileSync(scannerPath, program);
  const settings = { DATA_DIR: dataDir, READERS: 'on' };
  const web = await race.serve({ settings, scannerPath });
  return { race, web, folder: join(dataDir, `readers-${race.raceKey}`) };
}

async function readAll(web: OrganisersWeb, token: string): Promise<ReadersBody> {
  const { body } = await web.as(token).get('/scanners').expect(200);
  return body as ReadersBody;
}

function put(web: OrganisersWeb, token: string, reader: ReaderForm, rev = 0, isOn = false) {
  return web.as(token).put('/scanners').send({ reader, isOn, rev });
}

test('[SN43] the kinds on the screen are the scanner’s formats, and the scanner accepts each valid reader', () => {
  const { guess: _, ...kinds } = READER_KINDS;
  expect(Object.keys(kinds).toSorted()).toEqual(FORMATS.map(({ name }) => name).toSorted());
  expect(readerForm.safeParse(buildReader({ kind: 'mylaps', points: [] })).success).toBe(true);
  expect(readerForm.safeParse(buildReader({ kind: 'ipico', points: [] })).success).toBe(false);
  for (const input of ['listen', 'connect', 'file'] as const) {
    const form = buildReader({ input, kind: 'ultra', host: 'reader.local', zone: 'Europe/London' });
    expect(readerForm.safeParse(form).success).toBe(true);
    expect(parseOptions(listScannerArgs(form))).toMatchObject({
      source: 'finish',
      zone: form.zone,
    });
  }
});

describe('[SN43] no field becomes an option or a path', () => {
  test.for<[string, Partial<Record<keyof ReaderForm, unknown>>]>([
    ['an option as a name', { source: '--help' }],
    ['a path as a name', { source: '../../etc' }],
    ['an option as an address', { input: 'connect', kind: 'ultra', host: '--file=/etc/passwd' }],
    ['an invalid range', { allow: '300.1.1.1' }],
    ['a point that the race does not have', { points: ['moon'] }],
  ])('%s', async ([, wrong]) => {
    const { race, web, folder } = await serve();
    const reader = { ...buildReader(), ...wrong } as ReaderForm;
    await put(web, race.admin, reader, 0, true).expect(400);
    expect((await readAll(web, race.admin)).readers).toEqual([]);
    // Resolves once the folder exists.
    await web.context.readers.ownHost();
    expect(readdirSync(folder).filter((name) => name.endsWith('.reads'))).toEqual([]);
  });
});

test('[SN43 CL82] the number of readers is limited, and the second of two changes is refused', async () => {
  const { race, web } = await serve();
  const { reloads } = web.context.follower.counts;
  for (let at = 0; at < MAX_READERS; at += 1) {
    await put(web, race.admin, buildReader({ source: `mat-${at}`, port: 4_000 + at })).expect(200);
  }
  const more = await put(web, race.admin, buildReader({ source: 'more' })).expect(409);
  expect(more.body).toEqual({
    error: 'Nothing was saved. There are already 16 readers, the maximum: remove one first.',
  });
  await web.as(race.admin).post('/scanners/mat-3/remove').expect(200);
  await web.as(race.admin).post('/scanners/mat-3/remove').expect(404);
  const changed = buildReader({ source: 'mat-2', port: 4_900, zone: 'Europe/Paris' });
  await put(web, race.admin, changed, 1).expect(200);
  await put(web, race.admin, changed, 1).expect(409);
  const { readers } = await readAll(web, race.admin);
  expect(readers).toHaveLength(MAX_READERS - 1);
  expect(readers).toContainEqual(expect.objectContaining({ reader: changed, rev: 2 }));
  // The race is not loaded again.
  expect(web.context.follower.counts.reloads).toBe(reloads);
});

test('[SN43] a file is kept under its reader’s name and read once, and its scanner’s output is bounded', async () => {
  const program = `
    import { readFileSync } from 'node:fs';
    const file = process.argv[process.argv.indexOf('--file') + 1];
    process.stdout.write(JSON.stringify({ reads: readFileSync(file, 'utf8').length, bad: 0, unsent: 0 }) + '\\n');
    process.stderr.write((('x'.repeat(5_000)) + '\\n').repeat(200) + 'the last\\n');
  `;
  const { race, web, folder } = await serve(program);
  const path = '/scanners/finish/file';
  const give = (bytes: Buffer, name = '../../evil.csv') =>
    web.as(race.admin).post(path).field('name', name).attach('file', bytes, 'reads.csv');
  await give(Buffer.from('104\n')).expect(404);
  await put(web, race.admin, buildReader({ input: 'file' })).expect(200);
  await put(web, race.admin, buildReader({ input: 'file' }), 1, true).expect(409);
  await give(Buffer.alloc(MAX_READS_FILE + 1)).expect(413);
  await give(Buffer.from('104\n105\n'), 'x'.repeat(2_000)).expect(400);
  await give(Buffer.from('104\n105\n')).expect(200);
  const [read] = await eventually(async () => {
    const { readers } = await readAll(web, race.admin);
    expect(readers[0]).toMatchObject({ isOn: false, state: 'off' });
    return readers;
  });
  expect(read?.counts?.reads).toBe(8);
  expect(read?.lines).toHaveLength(MAX_READER_LINES);
  expect(Math.max(...(read?.lines ?? []).map(({ text }) => text.length))).toBe(MAX_READER_LINE);
  expect(read?.lines.at(-1)?.text).toBe('the last');
  expect(
    readdirSync(folder)
      .filter((name) => !name.startsWith('lock'))
      .toSorted(),
  ).toEqual(['finish.reads', 'host']);
  expect(readFileSync(join(folder, 'finish.reads'), 'utf8')).toBe('104\n105\n');
  await web.as(race.admin).post('/scanners/finish/remove').expect(200);
  expect(existsSync(join(folder, 'finish.reads'))).toBe(false);
});

test('[SN43 CL82] a reader belongs to its computer: no other service starts it, and a service without READERS adds none', async () => {
  const { race, web } = await serve('setInterval(() => undefined, 1_000)');
  await put(web, race.admin, buildReader(), 0, true).expect(200);
  expect((await readAll(web, race.admin)).readers[0]?.state).toBe('running');
  await web.as(race.helper).get('/scanners').expect(403);
  const elsewhere = await race.serve({
    settings: { DATA_DIR: createTempFolder(), READERS: 'on' },
    scannerPath: 'none.mjs',
  });
  const other = await readAll(elsewhere, race.admin);
  expect(other).toMatchObject({ runs: true, readers: [{ isHere: false, lines: [] }] });
  const off = await race.serve({ settings: { DATA_DIR: createTempFolder() } });
  expect(await readAll(off, race.admin)).toMatchObject({ runs: false });
  await put(off, race.admin, buildReader({ source: 'second', port: 4_001 })).expect(409);
  // Any service can stop it.
  await put(off, race.admin, buildReader(), 1).expect(200);
  await eventually(async () =>
    expect((await readAll(web, race.admin)).readers[0]?.state).toBe('off'),
  );
});
