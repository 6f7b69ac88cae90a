import { expect, test } from 'vitest';

import { checkOverride } from '#server/features/registration/registration-routes.ts';
import { parseSaveInput } from '#server/features/registration/runner-input.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import type { ImportPreview } from '#shared/wire/import-api.ts';
import type { AdminBody, AdminRunner, HistoryEntry } from '#shared/wire/runners-api.ts';
import { buildCourse, buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm, getSavedId, postForm } from '#tests/support/runner-forms.ts';

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

async function serveWaves(race: OrganisersRace) {
  await changeSettings(race.store, () => CONFIG, 'test');
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
  const { body } = await boss.get(`/apiadmin/${runnerId}/history`).expect(200);
  const [, edited] = body as HistoryEntry[];
  expect(edited).toMatchObject({ before: started, after: { ownStart: '-0:05:00' } });
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
  const file =
    'First name,Surname,Event,Bib,Start group,Start time,Start offset\n' +
    'Siân,Rees,PB,1,TON LAS,,\nŁukasz,Nowak,PB,2,,11:05:30,\nZoë,Ångström,PB,3,coch,,0:00:30\n';
  await boss.post('/upload').attach('file', Buffer.from(file), 'runners.csv').expect(200);
  const { runners } = await race.store.readRecord();
  const starts = runners.map(({ bibNumber, wave, ownStart }) => [bibNumber, wave, ownStart]);
  expect(new Set(starts)).toEqual(
    new Set([
      ['1', 'glas', undefined],
      ['2', undefined, '2026-06-20-11-05-30'],
      ['3', 'coch', '+0:00:30'],
    ]),
  );
  const send = async (text: string, path: string) =>
    (await boss.post(path).field('mode', 'merge').attach('file', Buffer.from(text), 'l.csv'))
      .body as ImportPreview;
  const faulty = await send(
    'First name,Surname,Event,Bib,Wave,Own start\nSiân,Rees,PB,1,gwyrdd,soon\n',
    '/upload/preview',
  );
  expect(faulty.faults.map(({ line }) => line)).toEqual([2, 2]);
  const late = 'First name,Surname,Event,Bib,Own start\nSiân,Rees,BB,1,+0:01:00\n';
  expect((await send(late, '/upload/preview')).merge?.samples).toEqual([
    'Siân Rees (bib 1): event PB → BB, wave glas → none, own start none → +0:01:00 (line 2)',
  ]);
  await send(late, '/upload');
  const merged = runners.find(({ bibNumber }) => bibNumber === '1');
  expect(await find(merged?.runnerId ?? '')).toMatchObject({ event: 'BB', ownStart: '+0:01:00' });
});

test('[OV8 ST12] an override in the future is recognised by the gun of the wave or the own start', () => {
  const who = { bibs: [[900, 999]] as [number, number][] };
  const setup = buildCourse('cwm', {
    waves: [{ id: 'late', name: 'Hwyr', distance: 'PB', who }],
  });
  const race = new LiveRace();
  const own = buildRunner({ runnerId: 'own', ownStart: '2026-06-20-11-50-00' });
  const starts = { late: '2026-06-20-11-30-00' };
  const config = buildConfig({ ...configOf(setup), starts });
  race.load({ epoch: 'e', version: 1 }, { runners: [own], config, scans: [] });
  const nowMs = GUN_MS + 2 * HOUR_MS;
  const check = (values: object, afterMs: number) => {
    const overrideTime = new Date(afterMs).toISOString().slice(11, 19);
    const form = fillForm({ ageGroup: '', overrideTime, ...values });
    const reading = parseSaveInput({ dataBlob: form }, race.config, nowMs);
    if (!reading.ok) throw new Error(JSON.stringify(reading.error));
    return checkOverride(race, reading.value, nowMs)?.field;
  };
  expect(check({ bibNumber: '12' }, 100 * MINUTE_MS)).toBeUndefined();
  expect(check({ bibNumber: '912' }, 100 * MINUTE_MS)).toBe('overrideTime');
  expect(check({ bibNumber: '912' }, 20 * MINUTE_MS)).toBeUndefined();
  expect(check({ runnerId: 'own', bibNumber: '12' }, 20 * MINUTE_MS)).toBe('overrideTime');
});
