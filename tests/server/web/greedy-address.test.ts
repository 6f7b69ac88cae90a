import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { buildField, buildReads } from '#tests/support/live-field.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { ask } from '#tests/support/raw-http.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();

const COUNT = 60;
/** Of another network than the one that asks for everything. */
const OTHER = { from: '127.0.1.7' };

test('[CL40 EX5] while one address requests all files, pages, pictures and runners at once, no other is refused and a save succeeds', async () => {
  const race = await openRace();
  await stageRace(race, { runners: buildField(COUNT), scans: buildReads(COUNT) });
  const { port, as } = await race.serve();
  const races = ['', ...USUAL_COURSES.events];
  const files = races.map((code) => `/results.csv?race=${code}`);
  const runners = Array.from({ length: COUNT - 1 }, (_, at) => `runner-${at + 1}`);
  const made = [
    ...races.map((code) => `/plain?race=${code}&view=print`),
    ...runners.flatMap((id) => [`/preview/runner/${id}.png`, `/preview/runner/${id}.png?lang=cy`]),
    ...runners.map((id) => `/api/runner/${id}`),
  ];
  const read = (paths: readonly string[], from?: { readonly from: string }) =>
    Promise.all(paths.map((path) => ask(port, path, from)));
  const askedFiles = read(files);
  const askedMade = read(made);

  const honest = ['/results.csv', '/plain', '/preview/race.png'];
  honest.push(`/preview/runner/runner-${COUNT}.png`, `/api/runner/runner-${COUNT}`);
  const others = read(honest, OTHER);
  await as(race.admin).post('/api').send({ dataBlob: fillForm() }).expect(200);
  expect((await others).map(({ status }) => status)).toEqual(honest.map(() => 200));

  // Of files there are few, each made once for all: nobody is refused one.
  expect((await askedFiles).map(({ status }) => status)).toEqual(files.map(() => 200));
  const refused = (await askedMade).filter(({ status }) => status !== 200);
  expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^\d+$/);
});
