import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { Runner } from '#shared/model/runner.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { unpackResults } from '#shared/wire/compact-results.ts';
import type { CompactResultsBody, ResultsBody } from '#shared/wire/http-api.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import { buildRunner, buildScan } from '#tests/support/builders.ts';
import { eventually } from '#tests/support/eventually.ts';
import { provideFileRedis } from '#tests/support/file-redis.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { stageRace } from '#tests/support/staged-race.ts';
import { startWeb } from '#tests/support/start-web.ts';
import { fetchResults } from '#tests/support/viewer.ts';

const { openRace } = provideFileRedis();

const MOBILE = '07700900123';

function enter(runnerId: string, given: Partial<Parameters<typeof buildRunner>[0]>): Runner {
  return buildRunner({
    runnerId,
    lastName: runnerId,
    bibNumber: runnerId,
    mobileNumber: MOBILE,
    ...given,
  });
}

/** One runner of each kind. */
const RUNNERS: readonly Runner[] = [
  enter('first', { bandId: '90001', firstName: 'Siân', runClub: 'Rhedwyr “Preseli”' }),
  enter('second', { bandId: '90002', ageGroup: 'M-SNR' }),
  enter('even', { bandId: '90003', ageGroup: '' }),
  enter('out', { bandId: '90004' }),
  enter('stopped', { bandId: '90005', overrideTime: '00:00:01' }),
  enter('by-hand', { bandId: '90006', overrideTime: '2:03:04' }),
  enter('climber', { bandId: '90007', event: 'UB' }),
  enter('half', { bandId: '90008', event: 'BB' }),
  enter('never-seen', { bandId: '90009' }),
];

const READS: readonly (readonly [bandId: string, points: readonly TimePoint[], afterMs: number])[] =
  [
    ['90001', ['cp1'], 20 * MINUTE_MS],
    ['90001', ['cp2'], 41 * MINUTE_MS + 1],
    ['90001', ['finish'], 90 * MINUTE_MS],
    ['90002', ['finish'], 95 * MINUTE_MS],
    ['90003', ['finish'], 95 * MINUTE_MS],
    ['90004', ['cp1'], 20 * MINUTE_MS],
    ['90007', ['kom2-start'], 50 * MINUTE_MS],
    ['90008', ['finish'], 45 * MINUTE_MS],
    ['90099', ['finish'], 45 * MINUTE_MS],
  ];

async function openRaceOfResults(): Promise<{ body: ResultsBody; url: string }> {
  const race = await openRace();
  const scans = READS.map(([bandId, points, afterMs]) =>
    buildScan({ bandId, points, timeMs: GUN_MS + afterMs }),
  );
  await stageRace(race, { runners: RUNNERS, scans });
  const web = await startWeb(race);
  const head = await race.store.readHead();
  const body = await eventually(async () => {
    const body = await fetchResults(web.url);
    expect(body).toMatchObject(head);
    return body;
  });
  return { body, url: web.url };
}

test('[PR3 CL1] GET /api has the documented shape and fields, with rows in the documented order', async () => {
  const { body } = await openRaceOfResults();
  expect(body.totals).toEqual({ ...USUAL_COURSES.byEvent(() => 0), BB: 1, PB: 7, UB: 1 });
  const rows = body.runners.data.map((row) => `${row.events} ${row.status} ${row.runnerId}`);
  expect(rows).toEqual([
    'BB finished half',
    'PB finished first',
    'PB finished even',
    'PB finished second',
    'PB finished by-hand',
    'PB dnf stopped',
    'PB racing out',
    'UB racing climber',
  ]);
  expect(body.runners.data.find((row) => row.runnerId === 'first')).toEqual({
    runnerId: 'first',
    firstName: 'Siân',
    lastName: 'first',
    runClub: 'Rhedwyr “Preseli”',
    ageGroup: 'F40',
    bibNumber: 'first',
    events: 'PB',
    status: 'finished',
    totalTime: '01:30:00',
    totalMs: 90 * MINUTE_MS,
    startedAtMs: GUN_MS,
    totalRunners: 7,
    wodTime: '',
    carnIngliTime: '',
    checkPointOne: '00:20:00',
    checkPointTwo: '00:41:01',
    checkPointThree: '',
    checkPointFour: '',
    checkPointFive: '',
    checkPointSix: '',
    checkPointOnePosition: 1,
    checkPointTwoPosition: 1,
    checkPointThreePosition: '',
    checkPointFourPosition: '',
    checkPointFivePosition: '',
    checkPointSixPosition: '',
    splitsMs: [20 * MINUTE_MS, 41 * MINUTE_MS + 1, null, null, null, null],
    komsMs: [null, null],
  });
});

test('[CL35 CL3] GET /api/compact has the same results as GET /api', async () => {
  const { body, url } = await openRaceOfResults();
  const response = await fetch(`${url}/api/compact`);
  const { rows, serverTime, ...rest } = (await response.json()) as CompactResultsBody;
  expect(rest).toEqual({ epoch: body.epoch, version: body.version, totals: body.totals });
  expect(response.headers.get('etag')).toBe(`W/"${body.epoch}-${body.version}"`);
  expect(serverTime).toBeGreaterThanOrEqual(body.serverTime);
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(unpackResults(rows, USUAL_COURSES), rest.totals);
  expect(presentAll(standings)).toEqual(body.runners.data);
  expect(JSON.stringify(rows)).not.toMatch(/9000\d|90099/);
});
