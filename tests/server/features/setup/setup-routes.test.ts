import { expect, test } from 'vitest';

import { changeRunner, writeUnlessTaken } from '#server/race/change-runner.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { parseRaceSetup } from '#shared/model/race-setup-schema.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import type { SetupBody, SetupImpact } from '#shared/wire/config-api.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();

async function getTemplate(name: string): Promise<RaceSetup> {
  const reading = parseRaceSetup(await loadTemplate(name));
  if (!reading.ok) throw new Error(`no template ${name}`);
  return reading.value;
}

async function serve(race: OrganisersRace) {
  const { as, http } = await race.serve();
  const admin = as(race.admin);
  const get = async () => (await admin.get('/setup').expect(200)).body as SetupBody;
  const put = async (setup: object, was: object, status = 200) =>
    (await admin.put('/setup').send({ setup, was }).expect(status)).body as Record<string, unknown>;
  return { admin, http, get, put };
}

/** The usual race without its first distance. */
function withoutHalf(setup: RaceSetup): RaceSetup {
  return { ...setup, distances: setup.distances.slice(1) };
}

test('[CL76] the default setup is the usual one with the names of the settings', async () => {
  const race = await openRace();
  await changeSettings(
    race.store,
    () => buildConfig({ distances: 'Hanner,Llawn,Ultra', wayPoints: 'Bwlch', KOMs: 'Allt,Carn' }),
    'test',
  );
  const { get } = await serve(race);
  const { setup, isTemplate } = await get();
  expect(isTemplate).toBe(true);
  expect(setup.distances.map(({ name }) => name)).toEqual(['Hanner', 'Llawn', 'Ultra']);
  expect(setup.points.find(({ id }) => id === 'cp1')?.name).toBe('Bwlch');
  expect(setup.segments.map(({ label }) => label)).toEqual(['Allt', 'Carn']);
});

test('[CL78 CL79] a saved setup changes the race’s lists and its epoch', async () => {
  const race = await openRace();
  const { admin, http, get, put } = await serve(race);
  const { setup: was } = await get();
  const { epoch } = await race.store.readHead();
  const laps = await getTemplate('laps');
  expect(await put(laps, was)).toMatchObject({ setup: laps, isTemplate: false });
  const { body: config } = await http.get('/config').expect(200);
  expect(config).toMatchObject({ distances: '3 hours,6 hours', wayPoints: 'Lap', KOMs: '' });
  expect((await race.store.readHead()).epoch).not.toBe(epoch);
  // A repetition changes nothing, and the settings can be sent back.
  const head = await race.store.readHead();
  await put(laps, was);
  expect(await race.store.readHead()).toEqual(head);
  const { body: settings } = await admin.get('/webconfig').expect(200);
  const save = (change: object) => admin.put('/webconfig').send({ ...settings, ...change });
  await save({ pageTitle: 'Ras 6 awr' }).expect(200);
  const { body: refused } = await save({ distances: 'Tair,Chwech' }).expect(400);
  const message = expect.stringContaining('race setup') as string;
  expect(refused).toMatchObject({ errors: [{ field: 'distances', message }] });
  // The log of changes describes both.
  expect(await put(was, laps)).toMatchObject({ setup: was, isTemplate: true });
  const { body: changes } = await admin.get('/apiadmin/changes').expect(200);
  expect(JSON.stringify(changes)).toContain('3 hours, 6 hours (3 points, 10 categories)');
  expect(JSON.stringify(changes)).not.toContain('leastLeg');
});

test('[CL78] errors have their path, and a save over another’s is refused', async () => {
  const race = await openRace();
  const { get, put } = await serve(race);
  const { setup: was } = await get();
  const [laps, fell] = [await getTemplate('laps'), await getTemplate('fell-race')];
  expect(await put({ ...laps, distances: [] }, was, 400)).toMatchObject({
    errors: [{ path: 'distances' }],
  });
  expect(await put(laps, {}, 400)).toMatchObject({ errors: [{ path: 'was' }] });
  await put(laps, was);
  await put(fell, was, 409);
  expect((await get()).setup).toEqual(laps);
});

test('[CF31] a distance with entries is not removed, and a removed one takes no entries', async () => {
  const race = await openRace();
  const quoting = { firstName: '"event":"BB"' };
  const [half, full] = [buildRunner({ event: 'BB' }), buildRunner({ event: 'PB', ...quoting })];
  await race.store.replaceRunners([half, full], { by: 'test' });
  const { get, put } = await serve(race);
  const { setup: was } = await get();
  expect(await put(withoutHalf(was), was, 409)).toEqual({
    error: expect.stringContaining('entered for the distance BB'),
  });
  await race.store.replaceRunners([full], { by: 'test' });
  await put(withoutHalf(was), was);
  const runnerId = asRunnerId('late');
  const entry = changeRunner(race, 'test', (now) =>
    writeUnlessTaken(now, { runnerId, after: { ...half, runnerId }, action: 'add' }),
  );
  await expect(entry).rejects.toThrow('The race no longer has a distance BB.');
  expect((await race.store.readRecord()).runners).toEqual([full]);
});

test('[CL78] a preview shows the effect of the document, and saves nothing', async () => {
  const race = await openRace();
  const wena = { event: 'BB', bibNumber: '11', firstName: 'Ŵena', lastName: 'Puw' };
  await stageRace(race, {
    runners: [
      buildRunner({ bandId: '1', ...wena }),
      buildRunner({ bandId: '2', event: 'PB', ageGroup: 'F75', bibNumber: '12' }),
      buildRunner({ event: 'UB', ageGroup: 'M40', bibNumber: '13' }),
    ],
    scans: ['1', '2'].map((bandId) => buildScan({ bandId })),
  });
  const { admin, get } = await serve(race);
  const { setup } = await get();
  const before = await race.store.readRecord();
  const table = setup.categories.table.flatMap((one) => {
    if (one.code === 'F75') return [];
    return one.code === 'F70' ? { code: 'F70', sexes: one.sexes, from: 70 } : one;
  });
  const next = { ...withoutHalf(setup), categories: { ...setup.categories, table } };
  const { body } = await admin.post('/setup/preview').send({ setup: next }).expect(200);
  expect(body).toMatchObject({
    loseCategory: { count: 1, first: [{ bibNumber: '12' }] },
    newCategories: { count: 0, first: [] },
    withoutDistance: { count: 1, first: [{ bibNumber: '11', name: 'Ŵena Puw' }] },
    events: { PB: { before: { finished: 1 }, after: { finished: 1 }, moved: 0 } },
  } satisfies Partial<Record<keyof SetupImpact, unknown>>);
  // Without the removed distance, whose runners are listed above.
  expect(Object.keys((body as SetupImpact).events)).toEqual(['PB', 'UB']);
  expect(await race.store.readRecord()).toEqual(before);
});
