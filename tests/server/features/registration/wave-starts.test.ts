import { expect, test } from 'vitest';

import type { ImportPreview } from '#shared/wire/import-api.ts';
import type { AdminBody, AdminRunner, HistoryEntry } from '#shared/wire/runners-api.ts';
import { buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const CONFIG = buildConfig({
  ...configOf(
    buildSetup({
      waves: [
        { id: 'glas', name: 'Ton las', distance: 'PB' },
        { id: 'coch', name: 'Ton goch', distance: 'PB' },
      ],
    }),
  ),
  raceStart: '2026-06-20-10-00-00',
  starts: { BB: '', PB: '', UB: '', glas: '2026-06-20-10-10-00' },
});

async function serveWaves(race: OrganisersRace, fill = () => Promise.resolve()) {
  await changeSettings(race.store, () => CONFIG, 'test');
  await fill();
  const web = await race.serve();
  const find = async (runnerId: string): Promise<AdminRunner | undefined> => {
    const { resultData } = (await web.as(race.admin).get('/apiadmin').expect(200))
      .body as AdminBody;
    return resultData.find((runner) => runner.runnerId === runnerId);
  };
  return { ...web, boss: web.as(race.admin), find };
}

test('[ST13 CL17] wave and own start are saved with an entry, listed, kept, undone, and dropped with the distance', async () => {
  const race = await openRace();
  const { boss, find } = await serveWaves(race);
  const details = { wave: 'Ton Goch', ownStart: '11:05:30' };
  const runnerId = await getSavedId(postForm(boss, {}, { details }));
  const started = { wave: 'coch', ownStart: '2026-06-20-11-05-30' };
  expect(await find(runnerId)).toMatchObject(started);
  await getSavedId(postForm(boss, { runnerId, bibNumber: '8' }));
  expect(await find(runnerId)).toMatchObject({ ...started, bibNumber: '8' });
  await getSavedId(
    postForm(boss, { runnerId, event: 'BB' }, { details: { ownStart: '−0:05:00' } }),
  );
  const moved = await find(runnerId);
  expect(moved).toMatchObject({ event: 'BB', ownStart: '-0:05:00' });
  expect(moved).not.toHaveProperty('wave');
  await boss.post(`/apiadmin/${runnerId}/undo`).send({}).expect(200);
  expect(await find(runnerId)).toMatchObject({ event: 'PB', ...started });
  const history = (await boss.get(`/apiadmin/${runnerId}/history`).expect(200))
    .body as HistoryEntry[];
  expect(history.map(({ after }) => after?.ownStart)).toEqual([
    '2026-06-20-11-05-30',
    '-0:05:00',
    '2026-06-20-11-05-30',
    '2026-06-20-11-05-30',
  ]);
});

test('[ST13 CL17] an invalid wave or own start is refused at its field with the remedy', async () => {
  const { boss } = await serveWaves(await openRace());
  expect(await postForm(boss, {}, { details: { wave: 'gwyrdd', ownStart: 'soon' } })).toEqual({
    result: 'Invalid',
    errors: [
      {
        field: 'wave',
        message: 'The wave "gwyrdd" is none of this distance: choose Ton las, Ton goch, or none.',
      },
      {
        field: 'ownStart',
        message:
          'The own start "soon" is none: write a time of day, 11:05:30, or how long after the gun, +0:00:30.',
      },
    ],
  });
  expect(await postForm(boss, { event: 'BB' }, { details: { wave: 'glas' } })).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'wave' }],
  });
});

test('[IM47] a file has waves and own starts, also in a merge', async () => {
  const race = await openRace();
  const { boss, find } = await serveWaves(race);
  await boss
    .post('/upload')
    .attach(
      'file',
      Buffer.from(
        'First name,Surname,Event,Bib,Start group,Start time,Start offset\n' +
          'Siân,Rees,PB,1,TON LAS,,\nŁukasz,Nowak,PB,2,,11:05:30,\nZoë,Ångström,PB,3,coch,,0:00:30\n',
      ),
      'runners.csv',
    )
    .expect(200);
  const { runners } = await race.store.readRecord();
  const starts = Object.fromEntries(
    [...runners.values()].map(({ bibNumber, wave, ownStart }) => [bibNumber, { wave, ownStart }]),
  );
  expect(starts).toEqual({
    1: { wave: 'glas', ownStart: undefined },
    2: { wave: undefined, ownStart: '2026-06-20-11-05-30' },
    3: { wave: 'coch', ownStart: '+0:00:30' },
  });
  const send = async (text: string, path: string) =>
    (await boss.post(path).field('mode', 'merge').attach('file', Buffer.from(text), 'l.csv'))
      .body as ImportPreview;
  const faulty = await send(
    'First name,Surname,Event,Bib,Wave,Own start\nSiân,Rees,PB,1,gwyrdd,soon\n',
    '/upload/preview',
  );
  expect(faulty.faults.map(({ line }) => line)).toEqual([2, 2]);
  const late = 'First name,Surname,Event,Bib,Own start\nSiân,Rees,BB,1,+0:01:00\n';
  expect((await send(late, '/upload/preview')).merge?.samples[0]?.changes).toEqual([
    'event PB → BB',
    'wave glas → none',
    'own start none → +0:01:00',
  ]);
  await send(late, '/upload');
  const merged = [...runners.values()].find(({ bibNumber }) => bibNumber === '1');
  expect(await find(merged?.runnerId ?? '')).toMatchObject({ event: 'BB', ownStart: '+0:01:00' });
});
