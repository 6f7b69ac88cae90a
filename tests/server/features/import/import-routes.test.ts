import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { AdminBody } from '#shared/wire/runners-api.ts';
import type {
  BackupEntry,
  ImportMapping,
  ImportPreview,
  RestorePreview,
} from '#shared/wire/import-api.ts';
import { buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

/** In UTF-16, so that the bytes must reach the reader unchanged. */
const GOOD = Buffer.from(
  '\uFEFFFirst Name;Surname;Distance;Band\nSiân;O’Brien;Full;0501\nDai;Jones;Half;\n',
  'utf16le',
);
const BAD = Buffer.from(
  'firstName,lastName,event,raceNumber\n,,PB,1\nDai,Jones,XX,1\nEve,Bow,PB,1x\n',
);

/** Two runners and three scans. */
async function fillRace({ redis, keys, store }: OrganisersRace): Promise<void> {
  // A lost band is handed out to nobody.
  const earlierBandIds = [getBandId('150')];
  const runners = [buildRunner({ bandId: '101' }), buildRunner({ bandId: '102', earlierBandIds })];
  await store.replaceRunners(runners, { by: 'test' });
  const scans = [1, 2, 3].map((number) => buildScan({ bandId: '101', timeMs: number * 1e12 }));
  await ingestScans(redis, keys, scans);
}

test('[IM27] an import replaces all runners and scans, keeps the rest, and leaves a backup', async () => {
  const race = await openRace();
  await fillRace(race);
  const { as } = await race.serve();
  const admin = as(race.admin);
  const before = await race.store.readRecord();
  const answer = await admin.post('/upload').attach('file', GOOD, 'rhedwyr.csv').expect(200);
  expect(answer.type).toBe('text/plain');
  expect(answer.text.split('\n')).toEqual([
    'Imported 2 runners.',
    'Wristbands that were handed out and belong to nobody now: 2.',
    'No column was recognised for: bib, category, sex.',
    '2 runners are without a sex, and so in no ranking of women or men.',
    '1 runner is without a wristband number.',
  ]);
  const { body } = await admin.get('/apiadmin').expect(200);
  expect(body).toMatchObject({
    resultData: [
      { firstName: 'Dai', event: 'BB', bandID: '' },
      { firstName: 'Siân', event: 'PB', bandID: '501', rev: 1 },
    ],
  });
  const after = await race.store.readRecord();
  expect([after.scans, after.config]).toEqual([[], before.config]);
  const [backup] = (await admin.get('/backups').expect(200)).body as BackupEntry[];
  expect(backup).toMatchObject({ by: 'boss@example.org', reason: 'import', runners: 2, scans: 3 });
});

test('[CL27 IM1] a refused file changes nothing, and the answer has the number of faults, then each with its line', async () => {
  const race = await openRace();
  await fillRace(race);
  const { as } = await race.serve();
  const before = await digestRecord(race.url, race.store);
  const head = await race.store.readHead();
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1, 'x');
  for (const [bytes, status, words] of [
    [BAD, 400, /^4 faults.*\nLine 2: .*\nLine 3: .*\nLine 3: .*\nLine 4: /],
    [Buffer.alloc(0), 400, /^1 fault.*\n.*empty/s],
    [tooLarge, 413, /10 MB/],
    [tooLarge.subarray(1), 400, /^\d+ faults?/],
  ] as const) {
    const sent = await as(race.admin).post('/upload').attach('file', bytes, 'x.csv');
    expect([sent.status, sent.type]).toEqual([status, 'text/plain']);
    expect(sent.text).toMatch(words);
    const looked = await as(race.admin).post('/upload/preview').attach('file', bytes, 'x.csv');
    expect(looked.status).toBe(status === 400 ? 200 : status);
  }
  const none = await as(race.admin).post('/upload').field('confirm', '0');
  expect([none.status, none.text]).toEqual([400, 'Please select a file.']);
  expect(await digestRecord(race.url, race.store)).toBe(before);
  expect(await race.store.readHead()).toEqual(head);
});

test('[IM9] a preview shows the effect and writes nothing', async () => {
  const race = await openRace();
  await fillRace(race);
  const { as } = await race.serve();
  const admin = as(race.admin);
  const before = await digestRecord(race.url, race.store);
  const usual = await admin.post('/upload/preview').attach('file', GOOD, 'x.csv').expect(200);
  expect(usual.body).toMatchObject({ mode: 'merge', merge: { added: 2 } });
  const replacing = admin.post('/upload/preview').field('mode', 'replace');
  const good = await replacing.attach('file', GOOD, 'x.csv').expect(200);
  expect(good.body).toEqual({
    mode: 'replace',
    runners: 2,
    events: { ...USUAL_COURSES.byEvent(() => 0), BB: 1, PB: 1 },
    columns: expect.arrayContaining([{ header: 'Band', field: 'raceNumber' }]) as [],
    encoding: null,
    eventValues: [],
    categoryValues: [],
    openDates: null,
    notes: expect.arrayContaining(['1 runner is without a wristband number.']) as string[],
    faults: [],
    faultCount: 0,
    choiceCount: 0,
    overwrites: { runners: 2, scans: 3, bands: 2 },
  } satisfies ImportPreview);
  const bad = await admin.post('/upload/preview').attach('file', BAD, 'x.csv').expect(200);
  expect(bad.body).toMatchObject({ runners: 0, faultCount: 4, overwrites: { scans: 3 } });
  expect(await digestRecord(race.url, race.store)).toBe(before);
});

test('[IM21] a mapping serves the preview and the upload', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const send = (path: string, mapping: ImportMapping) => {
    const request = as(race.admin).post(path).field('mapping', JSON.stringify(mapping));
    return request.attach('file', GOOD, 'x.csv');
  };
  const mapping = { columns: { Band: 'bibNumber' }, events: { Full: 'UB' } };
  const { body } = await send('/upload/preview', mapping).expect(200);
  expect(body).toMatchObject({ events: { BB: 1, UB: 1 } });
  await send('/upload', { columns: { Band: 'bib' } }).expect(400);
  await send('/upload', mapping).expect(200);
  const { runners } = await race.store.readRecord();
  expect(new Set(runners.map(({ event }) => event))).toEqual(new Set(['BB', 'UB']));
});

test('[IM27] an import replaces no more scans than were confirmed', async () => {
  const race = await openRace();
  await fillRace(race);
  const { as } = await race.serve();
  const before = await digestRecord(race.url, race.store);
  const send = async (confirm: string) => {
    const request = as(race.admin).post('/upload').field('confirm', confirm);
    return (await request.attach('file', GOOD, 'x.csv')).status;
  };
  expect(await send('2')).toBe(409);
  for (const odd of ['yes', '', '1'.repeat(65)]) expect(await send(odd)).toBe(400);
  expect(await digestRecord(race.url, race.store)).toBe(before);
  expect(await send('3')).toBe(200);
});

test('[IM28] /example.csv needs no sign-in, and opens as a file', async () => {
  const race = await openRace();
  const { http } = await race.serve();
  const { headers } = await http.get('/example.csv').expect(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename=example.csv');
});

test('[CF17] a restore brings back the exact state, on every instance, and can itself be undone', async () => {
  const race = await openRace();
  await fillRace(race);
  const [here, there] = [await race.serve(), await race.serve()];
  const admin = here.as(race.admin);
  const digest = () => digestRecord(race.url, race.store);
  const original = await digest();
  await admin.post('/upload').attach('file', GOOD, 'x.csv').expect(200);
  const { resultData } = (await admin.get('/apiadmin')).body as AdminBody;
  const { epoch } = await race.store.readHead();

  const [backup] = (await admin.get('/backups')).body as BackupEntry[];
  const restored = await admin.post(`/backups/${backup?.backupId}/restore`).expect(200);
  expect(restored.body).toMatchObject({ restored: backup });
  expect(await digest()).toBe(original);
  expect((await race.store.readHead()).epoch).not.toBe(epoch);
  await eventually(async () => {
    const { body } = await there.as(race.helper).get('/apiadmin');
    const bands = (body as AdminBody).resultData.map(({ bandID }) => bandID);
    expect(new Set(bands)).toEqual(new Set(['101', '102']));
  });

  const list = (await admin.get('/backups')).body as BackupEntry[];
  const restore = { reason: 'restore', runners: 2, scans: 0 };
  expect(list.slice(0, 2)).toMatchObject([restore, { reason: 'import', runners: 2, scans: 3 }]);
  // The undo brings back the imported runners and keeps the scans made since.
  await admin.post(`/backups/${list[0]?.backupId}/restore`).expect(200);
  expect((await admin.get('/apiadmin')).body).toMatchObject({ resultData });
  expect(await race.store.countScans()).toBe(3);
});

test('[CF17] the preview of a restore has counts and kept scans', async () => {
  const race = await openRace();
  await fillRace(race);
  const { as } = await race.serve();
  const admin = as(race.admin);
  await admin.post('/upload').attach('file', GOOD, 'x.csv').expect(200);
  await ingestScans(race.redis, race.keys, [buildScan({ bandId: '501' })]);
  const [backup] = (await admin.get('/backups')).body as BackupEntry[];
  const { body } = await admin.get(`/backups/${backup?.backupId}`).expect(200);
  expect(body).toEqual({
    now: { runners: 2, scans: 1 },
    after: { runners: 2, scans: 4 },
    scansKept: 1,
    shownAgain: 0,
    goneDistances: [],
  } satisfies RestorePreview);
  const restored = await admin.post(`/backups/${backup?.backupId}/restore`).expect(200);
  expect(restored.body).toMatchObject({ restored: backup, scans: 4 });
});
