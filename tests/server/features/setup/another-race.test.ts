import { expect, test } from 'vitest';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { CompactResultsBody } from '#shared/wire/http-api.ts';
import { unpackResults } from '#shared/wire/compact-results.ts';
import type { SetupBody } from '#shared/wire/config-api.ts';
import { buildPoint, buildSetup, configOf } from '#tests/support/build-setup.ts';
import { buildConfig } from '#tests/support/builders.ts';
import { changeSettings } from '#tests/support/change-settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { getSavedId, postForm } from '#tests/support/runner-forms.ts';
import { startScanner, waitForStoredScans } from '#tests/support/scanner-process.ts';
import { createTempFolder } from '#tests/support/temp-folder.ts';
import { connectViewer } from '#tests/support/viewer.ts';

const openRace = provideOrganisersRace();

/** One distance up a hill and down; each point has its own scanner. */
const FELL: RaceSetup = buildSetup({
  template: 'fell-race',
  points: [
    buildPoint('start'),
    buildPoint('moel-siabod', {
      name: 'Moel Siabod',
      sources: [{ source: 'mast-9', line: 'main' }],
    }),
    buildPoint('finish', { sources: [{ source: 'field', line: 'main' }] }),
  ],
  courses: [{ id: 'fell', name: 'Fell', visits: [{ point: 'moel-siabod' }] }],
  segments: [],
  distances: [{ code: 'FELL', name: 'Râs y Moel', course: 'fell', segments: [] }],
  categories: {
    ageOn: { rule: 'race-day' },
    table: [
      { code: 'LV', sexes: ['F'], from: 40 },
      { code: 'OPEN', sexes: ['F'], to: 39 },
      { code: 'ALL', sexes: ['M', 'X'] },
    ],
  },
  teams: [],
});
const SETTINGS = buildConfig({
  ...configOf(FELL),
  distances: 'Râs y Moel',
  wayPoints: 'Moel Siabod',
  KOMs: '',
});

test('[CF31 CL78 CL35] all instances and new pages have the saved race, and a running scanner’s reads count in it', async () => {
  const race = await openRace();
  await changeSettings(race.store, () => buildConfig(), 'test');
  const [here, there] = [await race.serve(), await race.serve()];
  const place = { redisUrl: race.url, raceKey: race.raceKey, dataDir: createTempFolder() };
  const scanner = startScanner(place, ['--source', 'mast-9', '--point', 'moel-siabod']);
  scanner.write('501,2026-06-20T09:24:00Z\n');
  await waitForStoredScans(place, 1);

  const admin = here.as(race.admin);
  const { setup: was } = (await admin.get('/setup').expect(200)).body as SetupBody;
  await admin.put('/setup').send({ setup: FELL, was }).expect(200);
  const { epoch } = await race.store.readHead();
  // Entries take the new distances and categories, on the other instance too.
  const entry = { raceNumber: '501', ageGroup: 'LV', firstName: 'Łowri', event: 'FELL' };
  await eventually(() => getSavedId(postForm(there.as(race.helper), entry)));
  scanner.write('501,2026-06-20T09:31:00Z\n502,2026-06-20T09:32:00Z\n');
  scanner.endInput();
  expect(await scanner.exitCode).toBe(0);

  const fresh = await race.serve();
  for (const { url } of [here, there, fresh]) {
    await eventually(async () => {
      const body = (await (await fetch(`${url}/api/compact`)).json()) as CompactResultsBody;
      expect(body.epoch).toBe(epoch);
      const courses = coursesOf({ setup: body.setup ?? '' });
      expect(courses.events).toEqual(['FELL']);
      expect(unpackResults(body.rows, courses)).toMatchObject([
        { firstName: 'Łowri', events: 'FELL', splitsMs: [24 * MINUTE_MS] },
      ]);
    });
  }
  await eventually(async () => {
    const { body } = await admin.get('/mia').expect(200);
    expect(body).toMatchObject({ scannedNumberNoRunners: [{ bandID: '502' }] });
  });
});

test('[RD5] only organisers see which scanners feed a point', async () => {
  const race = await openRace();
  await changeSettings(race.store, () => SETTINGS, 'test');
  const { as, http, url } = await race.serve();
  const { configs } = await connectViewer(url);
  await changeSettings(
    race.store,
    (current) => ({ ...current, pageTitle: 'Râs y Moel 2026' }),
    'test',
  );
  const pushed = await eventually(() => {
    const last = configs.at(-1);
    if (last?.pageTitle !== 'Râs y Moel 2026') throw new Error('not pushed yet');
    return last;
  });
  const { body: config } = await http.get('/config').expect(200);
  const { body: compact } = await http.get('/api/compact').expect(200);
  for (const { setup } of [pushed, config, compact] as { setup: string }[]) {
    expect(coursesOf({ setup }).findDistance('FELL')).toEqual(FELL.distances[0]);
    expect(setup).not.toMatch(/sources|mast-9/);
  }
  for (const path of ['/', '/tables', '/?plain'])
    expect((await http.get(path)).text).not.toContain('mast-9');
  const { body: settings } = await as(race.helper).get('/webconfig').expect(200);
  expect(settings).toMatchObject({ setup: SETTINGS.setup });
});
