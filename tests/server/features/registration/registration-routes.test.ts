import { expect, test } from 'vitest';

import { fillForm } from '#tests/support/runner-forms.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

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
