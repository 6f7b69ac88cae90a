import { expect, test } from 'vitest';

import type { ImportPreview } from '#shared/wire/import-api.ts';
import type { ChangeEntry, HistoryEntry } from '#shared/wire/runners-api.ts';
import { buildScan, enter, getBandId } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const SIAN = enter('sian', 'Siân', 'Rees', {
  bandId: '501',
  bibNumber: '7',
  medicalNote: 'Asthma',
});
const DAI = enter('dai', 'Dai', 'Bach', { bibNumber: '', birthDate: '1984-06-05', ageGroup: '' });

const LATE = `firstName,lastName,event,bibNumber,raceNumber,runClub,dob
Siân,Rees,Full,007,900,Harriers,
DAI,bach,Half,22,502,,1984-06-05
Łukasz,Nowak,Half,23,503,,
`;

async function fill({ store, redis, keys }: OrganisersRace): Promise<void> {
  await store.replaceRunners([SIAN, DAI], { by: 'test' });
  await ingestScans(redis, keys, [buildScan({ bandId: '501' }), buildScan({ bandId: '502' })]);
  const dismissal = { bandId: getBandId('502'), scans: 1, atMs: 0, by: 'test' };
  await store.commit({
    ops: [{ op: 'put-dismissal', dismissal }],
    audit: { by: 'test', action: 'dismiss-band' },
  });
}

async function send(race: OrganisersRace, text: string, path = '/upload', confirm = '0') {
  const { as } = await race.serve();
  return as(race.admin)
    .post(path)
    .field('mode', 'merge')
    .field('confirm', confirm)
    .attach('file', Buffer.from(text), 'l.csv');
}

test('[IM40 CL27] late entries are added and merged by bib, else name and date of birth; bands and scans stay', async () => {
  const race = await openRace();
  await fill(race);
  const preview = (await send(race, LATE, '/upload/preview')).body as ImportPreview;
  const samples = [
    'Siân Rees (bib 7): bib 7 → 007, team Cwm Gwaun → Harriers (line 2)',
    expect.stringMatching(/^Dai Bach: /),
  ];
  expect(preview).toMatchObject({
    faultCount: 0,
    merge: { added: 1, merged: 2, unchanged: 0, samples },
    overwrites: { scans: 0, bands: 0 },
  });
  expect(preview.notes).toContain('Assigned bands stay: Siân Rees (bib 7) keeps 501 (line 2).');
  expect((await race.store.readRecord()).runners).toHaveLength(2);
  const answer = await send(race, LATE);
  expect(answer.status).toBe(200);
  expect(answer.text.split('\n')[0]).toBe('Added 1 runner and changed 2.');
  const { runners, scans, dismissals } = await race.store.readRecord();
  const find = (bib: string) => runners.find(({ bibNumber }) => bibNumber === bib);
  expect(find('007')).toEqual({ ...SIAN, bibNumber: '007', runClub: 'Harriers', rev: 2 });
  expect(find('22')).toMatchObject({ runnerId: 'dai', bandId: '502', event: 'BB', rev: 2 });
  expect(find('23')).toMatchObject({ bandId: '503', rev: 1 });
  expect(runners).toHaveLength(3);
  expect(scans).toHaveLength(2);
  expect(dismissals).toEqual([]);
  // The same file again changes nothing and makes no backup.
  const backups = await race.store.listBackups();
  expect(backups[0]).toMatchObject({ reason: 'merge', runners: 2, scans: 2 });
  expect((await send(race, LATE)).text).toContain(
    'Added 0 runners and changed 0. 3 are as before.',
  );
  expect(await race.store.listBackups()).toEqual(backups);
});

const STATUS = `firstName,lastName,event,bibNumber,overrideTime
Nia,Puw,Half,31,DNS
Mai,Puw,Full,32,
Ifan,Puw,Half,33,DNS
Gwen,Puw,Half,34,0:57:12
`;

const at = (hour: number): number => Date.UTC(2026, 5, 20, hour);

async function fillSeen({ store, redis, keys }: OrganisersRace): Promise<void> {
  const entries = ['Nia', 'Mai', 'Ifan', 'Gwen'].map((name, index) =>
    enter(name, name, 'Puw', {
      event: 'BB',
      bandId: String(601 + index),
      bibNumber: String(31 + index),
      overrideTime: name === 'Gwen' ? '01:58:20' : '',
    }),
  );
  await store.replaceRunners(entries, { by: 'test' });
  const raceStart = '2026-06-20-09-00-00';
  await changeSettings(store, (config) => ({ ...config, raceStart, timeZone: 'UTC' }), 'test');
  await ingestScans(redis, keys, [
    buildScan({ bandId: '601', points: ['finish'], timeMs: at(11) }),
    buildScan({ bandId: '602', points: ['cp1'], timeMs: at(10) }),
  ]);
}

test('[IM48] a merge that changes the result of runners seen or timed names them and needs a confirmation, and is in their history', async () => {
  const race = await openRace();
  await fillSeen(race);
  const asked = [
    'Nia Puw (bib 31), finished in 02:00:00: override time none → DNS (line 2)',
    'Mai Puw (bib 32), seen: event BB → PB (line 3)',
    'Gwen Puw (bib 34), finished in 01:58:20: override time 01:58:20 → 00:57:12 (line 5)',
  ];
  const preview = (await send(race, STATUS, '/upload/preview')).body as ImportPreview;
  expect(preview.merge).toMatchObject({ merged: 4, asked: { count: 3, listed: asked } });
  expect(preview.notes.join()).not.toContain('wristband');
  const before = await race.store.readRecord();
  const refused = await send(race, STATUS, '/upload', '2');
  expect(refused.status).toBe(409);
  for (const line of asked) expect(refused.text).toContain(line);
  expect(await race.store.readRecord()).toEqual(before);
  expect((await send(race, STATUS, '/upload', '3')).status).toBe(200);
  const boss = (await race.serve()).as(race.admin);
  const [change] = (await boss.get('/apiadmin/Nia/history')).body as HistoryEntry[];
  expect(change).toMatchObject({ action: 'merge', after: { overrideLime: 'DNS' } });
  await boss.post('/apiadmin/Nia/undo').send({ version: change?.version }).expect(200);
  const back = { runnerId: 'Nia', overrideTime: '', rev: 3 };
  expect((await race.store.readRecord()).runners).toContainEqual(expect.objectContaining(back));
});

test('[IM40] changes before a merge can be undone after it, unless it changed the runner too', async () => {
  const race = await openRace();
  await fill(race);
  const boss = (await race.serve()).as(race.admin);
  const there = (await race.serve()).as(race.admin);
  await postForm(boss, { runnerId: 'sian', runClub: 'DELETE' });
  const dai = { firstName: 'Dai', lastName: 'Bach', event: 'BB', bibNumber: '22' };
  await postForm(boss, { ...dai, runnerId: 'dai' });
  const file = 'firstName,lastName,event,bib,club\nNia,Huws,Half,9,\nDai,Bach,Half,22,Harriers\n';
  expect((await send(race, file)).status).toBe(200);
  for (const web of [boss, there]) {
    const { body } = await web.get('/apiadmin/changes').expect(200);
    const offered = (body as ChangeEntry[]).filter(({ isLast }) => isLast);
    expect(offered).toMatchObject([{ action: 'delete', runnerId: 'sian' }]);
  }
  const changes = (await boss.get('/apiadmin/changes')).body as ChangeEntry[];
  const deleted = changes.find(({ action }) => action === 'delete');
  const undone = await boss.post('/apiadmin/sian/undo').send({ version: deleted?.version });
  expect(undone.body).toMatchObject({ result: 'Success' });
  // Changes before an import can't be undone after it.
  await race.store.replaceRunners([DAI], { by: 'test' });
  const [, ...earlier] = (await boss.get('/apiadmin/changes')).body as ChangeEntry[];
  expect(earlier.some(({ isLast }) => isLast)).toBe(false);
});

test('[IM40] known entries in a list of bibs need neither name nor event, and its status is the override', async () => {
  const race = await openRace();
  await fill(race);
  expect((await send(race, 'bib,status\n7,DNS\n', '/upload', '1')).status).toBe(200);
  const { firstName, lastName, event, bandId } = SIAN;
  const entry = { firstName, lastName, event, bandId, overrideTime: 'DNS' };
  expect((await race.store.readRecord()).runners).toContainEqual(expect.objectContaining(entry));
  const unknown = await send(race, 'bib,status,event\n7,DNS,\n8,DNS,Full\n');
  expect(unknown.text).toContain('Line 3: Nobody has the bib "8": a new runner needs a name');
  const nowhere = await send(race, 'bib,status\n8,DNS\n');
  expect(nowhere.text).toContain('Line 2: The event is missing');
});

test('[IM40] a name is replaced whole, and a single part that equals the entry changes nothing', async () => {
  const race = await openRace();
  await fill(race);
  const rename = async (name: string): Promise<string | undefined> => {
    const text = `bib,first,last\n7,${name}\n`;
    const preview = (await send(race, text, '/upload/preview')).body as ImportPreview;
    return preview.merge?.samples[0];
  };
  expect(await rename('Siân,')).toBeUndefined();
  expect(await rename(',')).toBeUndefined();
  expect(await rename('Melati,')).toBe(
    'Siân Rees (bib 7): first name Siân → Melati, last name Rees → none (line 2)',
  );
});

test('[IM40] a band or bib of somebody else, and two rows of one entry, are faults, and nothing changes', async () => {
  const race = await openRace();
  await fill(race);
  const before = await race.store.readRecord();
  for (const [rows, message] of [
    ['Nia,Puw,PB,30,501,', /^Line 2: The wristband 501 already belongs to Siân Rees \(bib 7\)\.$/m],
    ['Nia,Puw,PB,30,,\nMai,Huws,PB,030,,', /^Line 3: The bib "030" is already on line 2\.$/m],
    [
      'Dai,Bach,PB,,,1984-06-05\nDai,Bach,BB,,,1984-06-05',
      /^Line 3: This is Dai Bach, who is already on line 2\.$/m,
    ],
  ] as const) {
    const text = `firstName,lastName,event,bibNumber,raceNumber,dob\n${rows}\n`;
    const refused = await send(race, text);
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(message);
  }
  expect(await race.store.readRecord()).toEqual(before);
});

test('[CF15] edits and scans during a merge are in the record after it', async () => {
  const race = await openRace();
  await fill(race);
  const web = await race.serve();
  const late = Array.from({ length: 400 }, (_, at) => `Late,Runner${at},Half,${1000 + at},,,`);
  const file = `firstName,lastName,event,bibNumber,raceNumber,runClub,dob\n${late.join('\n')}\n`;
  const upload = web.as(race.admin).post('/upload').field('mode', 'merge');
  const done = upload.attach('file', Buffer.from(file), 'l.csv').then(({ status }) => status);
  const helper = web.as(race.helper);
  // Each edit defeats at most one attempt of the merge, which gives up after ten.
  for (let bib = 0; bib < 9; bib += 1) {
    const form = { bibNumber: `e${bib}`, lastName: 'Typed' };
    await eventually(() => getSavedId(postForm(helper, form)));
    await ingestScans(race.redis, race.keys, [buildScan({ bandId: String(700 + bib) })]);
  }
  expect(await done).toBe(200);
  const { runners, scans } = await race.store.readRecord();
  expect(runners.filter(({ lastName }) => lastName === 'Typed')).toHaveLength(9);
  expect(runners.filter(({ firstName }) => firstName === 'Late')).toHaveLength(400);
  expect(scans).toHaveLength(11);
});
