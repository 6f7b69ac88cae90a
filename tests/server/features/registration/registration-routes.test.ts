import { expect, test } from 'vitest';

import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { RunnerScansBody } from '#shared/wire/runners-api.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();

test('[CL15 CL17] POST /api saves a runner, and GET /apiadmin lists it', async () => {
  const race = await openRace();
  const { as, context } = await race.serve();
  const helper = as(race.helper);
  const saved = await helper
    .post('/api')
    .send({ dataBlob: fillForm({ raceNumber: 501, overrideTime: '1:02:03' }) })
    .expect(200);
  const { runnerId } = saved.body as { runnerId: string };
  expect(saved.body).toEqual({ result: 'Success', runnerId });
  expect(runnerId).toMatch(/^[\da-f-]{36}$/);

  const list = await helper.get('/apiadmin').expect(200);
  expect(list.headers['cache-control']).toBe('private, no-cache');
  const head = await context.store.readHead();
  expect(list.body).toEqual({
    resultData: [
      {
        runnerId,
        raceNumber: '501',
        bandID: '501',
        category: 'F40',
        ageGroup: 'F40',
        bibNumber: '7',
        firstName: 'Siân',
        lastName: 'O’Brien',
        event: 'PB',
        runClub: 'Rhedwyr Preseli',
        overrideLime: '1:02:03',
        mobileNumber: '',
        rev: 1,
      },
    ],
    ...head,
  });
});

test('[CL15 CL16] GET /apiadmin and /mia answer 304 until a change', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const helper = as(race.helper);
  await helper.post('/api').send({ dataBlob: fillForm({ raceNumber: 501 }) });
  for (const path of ['/apiadmin', '/mia']) {
    const first = await helper.get(path).expect(200);
    const etag = String(first.headers['etag']);
    await helper.get(path).set('If-None-Match', etag).expect(304);
    await helper.post('/api').send({ dataBlob: fillForm({ bibNumber: path }) });
    const changed = await helper.get(path).set('If-None-Match', etag).expect(200);
    expect(changed.headers['etag']).not.toBe(etag);
  }
});

test('[CL17] refusals of POST /api have status 200', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const helper = as(race.helper);
  const post = async (body: object) => (await helper.post('/api').send(body).expect(200)).body;
  await post({ dataBlob: fillForm({ raceNumber: 501 }) });
  const taken = await post({ dataBlob: fillForm({ raceNumber: '0501' }) });
  expect(taken).toMatchObject({ result: 'Taken', holder: { lastName: 'O’Brien' } });
  expect(await post({ dataBlob: fillForm({ event: 'XX' }) })).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'event' }],
  });
  expect(await post({ dataBlob: fillForm({ runnerId: 'gone' }) })).toEqual({ result: 'Missing' });
});

const at = (minute: number): number => GUN_MS + minute * MINUTE_MS;

test('[CL62] every scan of a runner has its verdict, in order of time, also after a DNF', async () => {
  const race = await openRace();
  const reads: readonly (readonly [minute: number, ...points: TimePoint[]])[] = [
    [60, 'finish'],
    [4, 'start', 'finish'],
    [30, 'cp1'],
    [31, 'cp1'],
    [-1, 'cp1'],
  ];
  await stageRace(race, {
    runners: [buildRunner({ runnerId: 'out', bandId: '144', overrideTime: '00:00:01' })],
    scans: reads.map(([minute, ...points]) =>
      buildScan({ bandId: '144', points, timeMs: at(minute) }),
    ),
  });
  const helper = (await race.serve()).as(race.helper);
  const { body } = await helper.get('/apiadmin/out/scans').expect(200);
  const { scans, ...rest } = body as RunnerScansBody;
  expect(rest).toMatchObject({ ...(await race.store.readHead()), status: 'dnf' });
  expect(scans.map(({ timeMs, verdict, countedAt }) => [timeMs, verdict, countedAt])).toEqual([
    [at(-1), 'before-start', []],
    [at(4), 'counted', ['start']],
    [at(30), 'counted', ['cp1']],
    [at(31), 'duplicate', []],
    [at(60), 'counted', ['finish']],
  ]);
  expect(scans[1]).toEqual({
    time: '2026-06-20T09:04:00.000Z',
    timeMs: at(4),
    points: ['start', 'finish'],
    source: 'mat-1',
    verdict: 'counted',
    countedAt: ['start'],
  });
  const nobody = await helper.get('/apiadmin/__proto__/scans').expect(200);
  expect(nobody.body).toMatchObject({ status: null, scans: [] });
});
