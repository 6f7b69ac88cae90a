import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createScanId } from '#shared/model/scan.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { ResultsBody } from '#shared/wire/http-api.ts';
import type { SetupBody } from '#shared/wire/setup-api.ts';
import { getBandId } from '#tests/support/builders.ts';
import { type OrganisersRace, provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

const START_MS = Date.UTC(2026, 5, 20, 9);
/** The settings as the release before had them: no document, no waves, nothing official. */
const SETTINGS = {
  pageTitle: 'Ras y Bwystfil',
  startText: '',
  distances: 'Hanner,Llawn,Ultra',
  wayPoints: 'Bedd Morris,Carn Ingli',
  KOMs: 'Allt,Carn',
  raceStart: '2026-06-20-10-00-00',
  starts: { BB: '', PB: '', UB: '' },
  timing: 'gun',
  timeZone: 'Europe/London',
  earliestFinish: '00:10:00',
  closed: false,
};
const SIAN = {
  runnerId: 'sian',
  bandId: '501',
  bibNumber: '7',
  firstName: 'Siân',
  lastName: 'Ågren',
  event: 'PB',
  ageGroup: 'F40',
  runClub: 'Cwm',
  overrideTime: '',
  mobileNumber: '',
  rev: 3,
};

/** Writes into Redis, field by field, what the release with the schema 3 left there. */
async function writeAsBefore({ redis, keys }: OrganisersRace): Promise<void> {
  const scans = [
    { points: ['cp1'], timeMs: START_MS + 30 * MINUTE_MS },
    { points: ['start', 'finish'], timeMs: START_MS + 90 * MINUTE_MS },
  ].map((read) => {
    const scan = Object.assign(read, { bandId: getBandId('501'), source: 'mat' });
    return Object.assign(scan, { scanId: createScanId(scan), receivedMs: scan.timeMs });
  });
  for (const [name, value] of Object.entries(SETTINGS)) {
    await redis.hSet(keys.config, name, JSON.stringify(value));
  }
  await redis.hSet(keys.runners, 'sian', JSON.stringify(SIAN));
  await redis.hSet(keys.bands, '501', 'sian');
  for (const scan of scans) await redis.hSet(keys.scans, scan.scanId, JSON.stringify(scan));
  await redis.hSet(keys.meta, 'schema', '3');
}

/** What the scripts of a release that knows schemas up to 3 say of the record: an error, or nothing. */
async function askReleaseBefore({ redis, keys }: OrganisersRace): Promise<unknown> {
  const path = new URL('../../../server/store/scripts/record-schema.lua', import.meta.url);
  const check = readFileSync(path, 'utf8');
  const script = `local known_schema = 3\nlocal plain_schema = 1\n${check}\nreturn find_newer(KEYS[1])`;
  return redis.eval(script, { keys: [keys.meta] });
}

test('[CF27 RD1] a record of the release before opens as the race of three distances, and that release as well takes it over again', async () => {
  const race = await openRace();
  await writeAsBefore(race);
  const { as, http } = await race.serve();
  const { body: config } = await http.get('/config').expect(200);
  expect(config).toMatchObject({ setup: '', distances: 'Hanner,Llawn,Ultra', KOMs: 'Allt,Carn' });
  const { body } = await http.get('/api').expect(200);
  expect((body as ResultsBody).runners.data).toMatchObject([
    {
      runnerId: 'sian',
      events: 'PB',
      totalTime: '01:30:00',
      checkPointOne: '00:30:00',
      splitsMs: [30 * MINUTE_MS, null, null, null, null, null],
    },
  ]);
  const admin = as(race.admin);
  const { setup, isTemplate } = (await admin.get('/setup').expect(200)).body as SetupBody;
  expect([isTemplate, setup.template]).toEqual([true, 'three-distances']);
  expect(setup.distances.map(({ code, name }) => [code, name])).toEqual([
    ['BB', 'Hanner'],
    ['PB', 'Llawn'],
    ['UB', 'Ultra'],
  ]);
  // Other settings keep it one that both can open.
  const { body: settings } = await admin.get('/webconfig').expect(200);
  await admin
    .put('/webconfig')
    .send({ ...settings, pageTitle: 'Ras 2' })
    .expect(200);
  expect(await race.redis.hGet(race.keys.meta, 'schema')).toBe('3');
  expect(await askReleaseBefore(race)).toBeNull();
});

test('[CF27 CF31] with a document the release before refuses the record, also when it is the usual race again', async () => {
  const race = await openRace();
  await writeAsBefore(race);
  const { as } = await race.serve();
  const admin = as(race.admin);
  const { setup: was } = (await admin.get('/setup').expect(200)).body as SetupBody;
  const distances = was.distances.map((one) => Object.assign({}, one, { rounding: 'down' }));
  const setup = { ...was, distances };
  await admin.put('/setup').send({ setup, was }).expect(200);
  expect(await race.redis.hGet(race.keys.meta, 'schema')).toBe('4');
  await expect(askReleaseBefore(race)).rejects.toThrow(/^NEWER/);
  // The log has the document: that release could not tell what it says.
  await admin.put('/setup').send({ setup: was, was: setup }).expect(200);
  expect((await race.store.readConfig()).setup).toBe('');
  await expect(askReleaseBefore(race)).rejects.toThrow(/^NEWER/);
});
