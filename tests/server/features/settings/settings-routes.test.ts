import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import type { ConfigBody } from '#shared/wire/http-api.ts';
import { buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { postForm } from '#tests/support/runner-forms.ts';

const openRace = provideOrganisersRace();

const FOUR = {
  pageTitle: 'Ras Beca',
  distances: 'Half,Full,Ultra',
  wayPoints: 'Bedd Morris,Carn Ingli',
  KOMs: 'Wall of Death,Carn Ingli',
};

test('[CL24] GET /webconfig is the /config object, for organisers', async () => {
  const race = await openRace();
  const { as, http } = await race.serve();
  const open = (await http.get('/config').expect(200)).body as object;
  const { body } = await as(race.helper).get('/webconfig').expect(200);
  const serverTime = expect.any(Number) as number;
  expect(body).toEqual({ ...open, serverTime });
  expect(body).toMatchObject({ ...DEFAULT_CONFIG, pictures: { logo: '', background: '' } });
});

test('[CL24 AD7] organisers have the mass starts in their settings, on every instance and until a read at the start; sent back, they change nothing', async () => {
  const race = await openRace();
  const [here, there] = [await race.serve(), await race.serve()];
  const pushed: ConfigBody[] = [];
  there.connectAdmin(race.helper).on('config', (config) => pushed.push(config));
  await postForm(here.as(race.admin), { raceNumber: '1' });
  const gun = { ...FOUR, starts: { PB: '2026-06-20-10-00-00' } };
  const saved = (await here.as(race.admin).put('/webconfig').send(gun).expect(200)).body as object;
  expect(saved).toMatchObject({ massStarts: ['PB'] });
  await eventually(() => expect(pushed.at(-1)).toMatchObject({ massStarts: ['PB'] }));
  const open = { ...saved, pastRaces: 2, isCorrected: true, was: saved };
  const { body } = await there.as(race.admin).put('/webconfig').send(open).expect(200);
  const serverTime = expect.any(Number) as number;
  expect(body).toEqual({ ...saved, serverTime });
  await ingestScans(race.redis, race.keys, [
    buildScan({ bandId: '1', points: ['start'], timeMs: Date.parse('2026-06-20T09:00:10Z') }),
  ]);
  await eventually(() => expect(pushed.at(-1)).not.toHaveProperty('massStarts'));
});

test('[CL24] invalid settings change nothing, and 400 names each bad field', async () => {
  const race = await openRace();
  const { as, context } = await race.serve();
  const before = await context.store.readRecord();
  const proto = `{"__proto__":{"closed":true},${JSON.stringify(FOUR).slice(1)}`;
  for (const [input, fields] of [
    ['{}', Object.keys(FOUR)],
    [proto, ['__proto__']],
  ] as const) {
    const { body } = await as(race.admin)
      .put('/webconfig')
      .set('Content-Type', 'application/json')
      .send(input)
      .expect(400);
    const { error, errors } = body as { error: string; errors: { field: string }[] };
    expect(errors.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
    for (const field of fields) expect(error).toContain(field);
  }
  expect(await context.store.readRecord()).toEqual(before);
});

describe('[CL26] with `was`, the settings that the sender had', () => {
  test('settings that the sender did not change stay as somebody else saved them, also a single start', async () => {
    const race = await openRace();
    const admin = (await race.serve()).as(race.admin);
    const was = { ...DEFAULT_CONFIG, ...FOUR, starts: USUAL_COURSES.byEvent(() => '') };
    await admin.put('/webconfig').send(FOUR).expect(200);
    const theirs = { ...FOUR, pageTitle: 'Theirs', starts: { BB: '2026-06-20-09-00-00' } };
    await admin.put('/webconfig').send(theirs).expect(200);
    const mine = { ...FOUR, KOMs: 'Mine', starts: { PB: '2026-06-20-10-00-00' }, was };
    const { body } = await admin.put('/webconfig').send(mine).expect(200);
    expect(body).toMatchObject({
      pageTitle: 'Theirs',
      KOMs: 'Mine',
      starts: {
        ...USUAL_COURSES.byEvent(() => ''),
        BB: '2026-06-20-09-00-00',
        PB: '2026-06-20-10-00-00',
      },
    });
  });

  test('of different changes to one setting the later is refused, with the field, and nothing is saved', async () => {
    const race = await openRace();
    const admin = (await race.serve()).as(race.admin);
    await admin.put('/webconfig').send(FOUR).expect(200);
    const change = (pageTitle: string): object => ({ ...FOUR, pageTitle, was: FOUR });
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => admin.put('/webconfig').send(change(title))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body as object;
    const saved = answers.find(({ status }) => status === 200)?.body as { pageTitle: string };
    expect(refused).toMatchObject({
      errors: [{ field: 'pageTitle' }],
      clashes: ['pageTitle'],
      current: { ...saved, serverTime: expect.any(Number) as number },
    });
    const { body } = await admin.get('/webconfig').expect(200);
    expect((body as { pageTitle: string }).pageTitle).toBe(saved.pageTitle);
    await admin.put('/webconfig').send(change(saved.pageTitle)).expect(200);
  });
});
