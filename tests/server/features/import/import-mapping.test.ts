import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { ImportMapping, ImportPreview } from '#shared/wire/import-api.ts';
import { buildRunner } from '#tests/support/builders.ts';
import { digestRecord } from '#tests/support/record-digest.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';

const openRace = provideOrganisersRace();

const FILE = Buffer.from(
  'Roepnaam,Last Name,distance,Removed\nGwen,Rees,50 Miler,False\nIfan,Huws,50 Miler,True\nNia,Puw,20K,False\n',
);
const MAPPING: ImportMapping = {
  columns: { Roepnaam: 'firstName' },
  events: { '50 Miler': 'UB', '20K': 'BB' },
};

test('[IM21] a mapping answers the questions of a preview, and serves the upload', async () => {
  const race = await openRace();
  await race.store.replaceRunners([buildRunner()], { by: 'test' });
  const { as } = await race.serve();
  const admin = as(race.admin);
  const before = await digestRecord(race.url, race.store);
  const preview = async (mapping: ImportMapping): Promise<ImportPreview> => {
    const request = admin.post('/upload/preview').field('mapping', JSON.stringify(mapping));
    return (await request.attach('file', FILE, 'x.csv').expect(200)).body as ImportPreview;
  };
  expect(await preview({})).toMatchObject({
    columns: [{ header: 'Roepnaam', field: '' }, {}, {}, {}],
    faults: [{ line: 1 }],
  });
  expect(await preview(MAPPING)).toMatchObject({
    runners: 3,
    events: { ...USUAL_COURSES.byEvent(() => 0), BB: 1, UB: 2 },
    eventValues: [
      { value: '50 Miler', event: 'UB' },
      { value: '20K', event: 'BB' },
    ],
    faults: [],
  });
  expect(await digestRecord(race.url, race.store)).toBe(before);

  const refused = await admin.post('/upload').attach('file', FILE, 'x.csv').expect(400);
  expect(refused.text).toMatch(/^1 fault/);
  expect(await digestRecord(race.url, race.store)).toBe(before);
  const answer = await admin
    .post('/upload')
    .field('confirm', '0')
    .field('mapping', JSON.stringify(MAPPING))
    .attach('file', FILE, 'x.csv')
    .expect(200);
  expect(answer.text).toMatch(/^Imported 3 runners\.\n(.*\n)*Rows that "Removed" may mark/);
  const { runners } = await race.store.readRecord();
  const entered = runners.map(({ firstName, event }) => `${firstName} ${event}`);
  expect(entered.toSorted()).toEqual(['Gwen UB', 'Ifan UB', 'Nia BB']);
});
