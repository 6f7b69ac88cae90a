import { expect, test } from 'vitest';

import { buildScan } from '#tests/support/builders.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { eventually } from '#tests/support/eventually.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

const ADMIN_RUNNER_FIELDS = [
  'runnerId',
  'raceNumber',
  'bandID',
  'category',
  'ageGroup',
  'bibNumber',
  'firstName',
  'lastName',
  'event',
  'runClub',
  'overrideLime',
  'mobileNumber',
  'rev',
];

test('[CL15 CL17] POST /api saves, and the next GET /apiadmin has it', async () => {
  const race = await openRace();
  const { as, context } = await race.serve();
  const helper = as(race.helper);
  const saved = await helper
    .post('/api')
    .send({ dataBlob: fillForm({ raceNumber: 501, overrideTime: '1:02:03' }) })
    .expect(200);
  const { runnerId } = saved.body as { runnerId: string };
  expect(saved.body).toEqual({ result: 'Success', runnerId });

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
  const { resultData } = list.body as { resultData: object[] };
  expect(Object.keys(resultData[0] ?? {}).toSorted()).toEqual(ADMIN_RUNNER_FIELDS.toSorted());
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

test('[CL17] the outcomes of POST /api come with status 200', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const helper = as(race.helper);
  const post = async (body: object) => (await helper.post('/api').send(body).expect(200)).body;
  const first = (await post({ dataBlob: fillForm({ raceNumber: 501 }) })) as { runnerId: string };
  const { runnerId } = first;
  expect(await post({ dataBlob: fillForm({ raceNumber: '0501' }) })).toMatchObject({
    result: 'Taken',
    holder: { runnerId, lastName: 'O’Brien' },
  });
  await post({ dataBlob: fillForm({ runnerId, firstName: 'Theirs' }), rev: 1 });
  expect(await post({ dataBlob: fillForm({ runnerId, firstName: 'Mine' }), rev: 1 })).toMatchObject(
    {
      result: 'Conflict',
      current: { firstName: 'Theirs', rev: 2 },
    },
  );
  expect(await post({ dataBlob: fillForm({ event: 'XX' }) })).toMatchObject({
    result: 'Invalid',
    errors: [{ field: 'event' }],
  });
  expect(await post({ dataBlob: fillForm({ runnerId: 'gone' }) })).toEqual({ result: 'Missing' });
  expect(await post({ dataBlob: fillForm({ runnerId, runClub: 'DELETE' }) })).toEqual({
    result: 'Success',
    runnerId,
  });
});

test('[CL16 MS1 MS2] GET /mia lists runners without a finish, and unassigned wristbands', async () => {
  const race = await openRace();
  const { as, context } = await race.serve();
  const helper = as(race.helper);
  for (const raceNumber of ['101', '102', '103', '']) {
    const overrideTime = raceNumber === '103' ? '00:00:01' : '';
    const bibNumber = `bib ${raceNumber}`;
    await helper.post('/api').send({ dataBlob: fillForm({ raceNumber, bibNumber, overrideTime }) });
  }
  const start = Date.UTC(2026, 5, 20, 9);
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '101', points: ['start'], timeMs: start }),
    buildScan({ bandId: '101', points: ['finish'], timeMs: start + 3_600_000 }),
    buildScan({ bandId: '777', points: ['cp1'], timeMs: start + 1_000 }),
    buildScan({ bandId: '777', points: ['start', 'finish'], timeMs: start + 9_000 }),
    buildScan({ bandId: '9', points: ['cp2'], timeMs: start + 2_000 }),
  ]);
  const missing = await eventually(async () => {
    const { body } = await helper.get('/mia').expect(200);
    expect(body).toMatchObject(await context.store.readHead());
    return body as { resultData: { bandID: string }[]; scannedNumberNoRunners: object[] };
  });
  expect(missing.resultData.map(({ bandID }) => bandID)).toEqual(['102']);
  expect(missing.scannedNumberNoRunners).toEqual([
    { bandID: '9', scans: 1, lastPoint: 'cp2', lastTime: start + 2_000 },
    { bandID: '777', scans: 2, lastPoint: 'start,finish', lastTime: start + 9_000 },
  ]);
});

test('[CL29 CL17] says who did what and when, with the values before and after, newest first', async () => {
  const race = await openRace();
  const { as } = await race.serve();
  const [helper, admin] = [as(race.helper), as(race.admin)];
  const beforeMs = Date.now();
  const created = await helper.post('/api').send({ dataBlob: fillForm({ firstName: 'First' }) });
  const { runnerId } = created.body as { runnerId: string };
  await helper.post('/api').send({ dataBlob: fillForm({ firstName: 'Other' }) });
  const edit = { dataBlob: fillForm({ runnerId, firstName: 'Second' }) };
  for (const reason of ['', 'x'.repeat(201), 7]) {
    const refused = await admin.post('/api').send({ ...edit, reason });
    expect(refused.body).toMatchObject({ result: 'Invalid', errors: [{ field: 'reason' }] });
  }
  await admin.post('/api').send({ ...edit, reason: ' wrong  name ' });
  const { body } = await helper.get(`/apiadmin/${runnerId}/history`).expect(200);
  const entries = body as { version: number; at: string }[];
  expect(entries).toMatchObject([
    {
      by: 'boss@example.org',
      action: 'edit',
      reason: 'wrong name',
      before: { firstName: 'First', rev: 1 },
      after: { firstName: 'Second', rev: 2 },
    },
    { by: 'mari@example.org', action: 'create', before: null, after: { firstName: 'First' } },
  ]);
  for (const { at } of entries) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(beforeMs);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
  }
});
