import { expect, test } from 'vitest';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { unpackResults } from '#shared/wire/compact-results.ts';
import type { CompactResultsBody, ResultsBody, StartListBody } from '#shared/wire/http-api.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { fillForm } from '#tests/support/runner-forms.ts';
import { connectViewer } from '#tests/support/viewer.ts';

const openRace = provideOrganisersRace();
const GUN_MS = Date.UTC(2026, 5, 20, 9);

/** Serves a race in which each runner is called after their band. */
async function serveRace(setup: RaceSetup, events: readonly string[]) {
  const race = await openRace();
  const config = buildConfig(configOf(setup));
  await race.store.saveConfig(() => config, 'test');
  const runners = events.map((event, at) =>
    buildRunner({
      event,
      bandId: String(at + 1),
      runnerId: `runner-${at + 1}`,
      firstName: 'Łowri',
      lastName: `Ŵyn ${at + 1}`,
      ageGroup: '',
    }),
  );
  await race.store.replaceRunners(runners, { by: 'test' });
  const { http, url, as } = await race.serve();
  return {
    race,
    http,
    url,
    as,
    config,
    read: async (band: number, point: string, ...secondsAfter: number[]) => {
      const scans = secondsAfter.map((seconds) =>
        buildScan({
          bandId: String(band),
          points: [point],
          timeMs: GUN_MS + seconds * SECOND_MS,
          source: `${point}-1`,
        }),
      );
      await ingestScans(race.redis, race.keys, scans);
    },
    /** The rows of GET /api, equal to those of GET /api/compact. */
    ask: async () => {
      const { runners: listed } = (await http.get('/api').expect(200)).body as ResultsBody;
      const packed = (await http.get('/api/compact').expect(200)).body as CompactResultsBody;
      const results = unpackResults(packed.rows, coursesOf(config));
      for (const [at, { totalTime, sex, laps, categoryMs, runnerId }] of listed.data.entries()) {
        expect(results[at]).toMatchObject({ runnerId, totalTime });
        expect([results[at]?.laps, results[at]?.categoryMs]).toEqual([laps, categoryMs]);
        expect(results[at]?.sex).toBe(sex);
      }
      return listed.data;
    },
  };
}

test('[RK14 CL1 CL2] a total by the clock of categories is sent if it differs, and removed when it no longer does', async () => {
  const setup = buildCourse('cwm', {
    distances: [
      {
        code: 'PB',
        name: 'Râs',
        course: 'way',
        segments: [],
        clock: { overall: 'gun', category: 'chip' },
      },
    ],
  });
  const { race, read, ask, url, as } = await serveRace(setup, ['PB']);
  await read(1, 'start', 60);
  await read(1, 'finish', 1_800);
  await eventually(async () => {
    expect(await ask()).toMatchObject([{ totalMs: 30 * MINUTE_MS, categoryMs: 29 * MINUTE_MS }]);
  });
  const viewer = await connectViewer(url);
  const form = fillForm({
    runnerId: 'runner-1',
    raceNumber: '1',
    event: 'PB',
    ageGroup: '',
    overrideTime: '00:31:00',
  });
  await as(race.admin).post('/api').send({ dataBlob: form }).expect(200);
  await eventually(async () => {
    const [row] = await ask();
    expect([row?.totalMs, row && 'categoryMs' in row]).toEqual([31 * MINUTE_MS, false]);
    const pushed = viewer.deltas.flatMap(({ upsert }) => upsert);
    expect(pushed.some(({ categoryMs }) => categoryMs === null)).toBe(true);
  });
});

test('[GP3 CL1 CL2 CL3 PR25] the sex of an entry is public where the category lacks it, never of a private runner, and removed in a delta', async () => {
  const setup = buildCourse('cwm');
  const { race, http, read, ask, url, as } = await serveRace(
    setup,
    setup.distances.slice(0, 1).map(({ code }) => code),
  );
  await read(1, 'finish', 1_800);
  await eventually(async () => expect(await ask()).toMatchObject([{ status: 'finished' }]));
  const viewer = await connectViewer(url);
  const save = (ageGroup: string, rest: object = {}) =>
    as(race.admin)
      .post('/api')
      .send({
        dataBlob: fillForm({
          runnerId: 'runner-1',
          raceNumber: '1',
          event: setup.distances[0]?.code ?? '',
          ageGroup,
        }),
        details: { sex: 'F' },
        ...rest,
      })
      .expect(200);
  const starters = async () =>
    ((await http.get('/starters').expect(200)).body as StartListBody).starters;
  const pushed = () => Object.assign({}, ...viewer.deltas.flatMap(({ upsert }) => upsert)).sex;
  const tell = async () => [
    ...[...(await ask()), ...(await starters())].map((row) => row.sex),
    pushed(),
  ];
  await save('');
  await eventually(async () => expect(await tell()).toEqual(['F', 'F', 'F']));
  await save('F40');
  await eventually(async () => expect(await tell()).toEqual([undefined, undefined, null]));
  await save('M40');
  await eventually(async () => expect(await tell()).toEqual(['F', 'F', 'F']));
  await save('M40', { isPrivate: true });
  await eventually(async () => expect(await tell()).toEqual([undefined, undefined, null]));
});
