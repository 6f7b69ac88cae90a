import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';

import { RaceRows, type RaceRow } from '#server/race/race-rows.ts';
import { LiveRace } from '#server/race/live-race.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import { type ExportsBody, RESULT_FILES } from '#shared/wire/exports-api.ts';
import { buildConfig, buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
import { GUN_MS } from '#tests/support/live-field.ts';
import { ingestScans } from '#tests/support/ingest-scans.ts';
import { provideOrganisersRace } from '#tests/support/organisers-race.ts';
import { ask } from '#tests/support/raw-http.ts';
import { stageRace } from '#tests/support/staged-race.ts';

const openRace = provideOrganisersRace();
const at = (minutes: number): number => GUN_MS + minutes * MINUTE_MS;

const PERSON = { sex: 'F', birthDate: '1984-06-20', nationality: 'GBR' };
const RUNNERS = [
  buildRunner({ runnerId: 'late', bandId: '1', bibNumber: '10', ...PERSON }),
  buildRunner({ runnerId: 'quick', bandId: '2', bibNumber: '9', ageGroup: 'M40' }),
  buildRunner({ runnerId: 'typed', bandId: '3', bibNumber: '8', overrideTime: '2:00:00' }),
  buildRunner({
    runnerId: 'ruled',
    bandId: '4',
    bibNumber: '7',
    overrideTime: '00:00:01',
    disqualified: { rule: 'Cut the course', atMs: at(90), by: 'x' },
  }),
  buildRunner({ runnerId: 'absent', bandId: undefined, bibNumber: '6', overrideTime: 'DNS' }),
  buildRunner({ runnerId: 'unseen', bandId: '5', bibNumber: '101' }),
  buildRunner({ runnerId: 'out', bandId: '6', bibNumber: '5' }),
  buildRunner({ runnerId: 'other', bandId: '7', bibNumber: '4', event: 'UB' }),
];
const SCANS = [
  buildScan({ bandId: '1', points: ['start'], timeMs: at(2) }),
  buildScan({ bandId: '1', points: ['cp1'], timeMs: at(30) }),
  buildScan({ bandId: '1', timeMs: at(91) }),
  buildScan({ bandId: '2', timeMs: at(90) }),
  buildScan({ bandId: '3', points: ['start'], timeMs: at(3) }),
  buildScan({ bandId: '3', timeMs: at(150) }),
  buildScan({ bandId: '4', points: ['cp1'], timeMs: at(25) }),
  buildScan({ bandId: '6', points: ['cp1'], timeMs: at(28) }),
];

function makeRows(config: Partial<RaceConfig>): Promise<readonly RaceRow[]> {
  const race = new LiveRace();
  const content = { config: buildConfig(config), runners: RUNNERS, scans: SCANS };
  race.load({ epoch: 'a', version: 1 }, content);
  return new RaceRows(race).list('PB');
}

const minutesOf = (spanMs: number | null): number | null =>
  spanMs === null ? null : spanMs / MINUTE_MS;

const tell = (rows: readonly RaceRow[]): string[] =>
  rows.map(({ bib, position, status, gunMs, chipMs }) =>
    [bib, position, status, minutesOf(gunMs), minutesOf(chipMs)].join(' '),
  );

test('[FE1 FE3] rows have everybody of a distance in the order of the results, with both times and their status', async () => {
  expect(tell(await makeRows({ timing: 'gun' }))).toEqual([
    '9 1 finished 90 ',
    '10 2 finished 91 89',
    '8 3 finished 120 117',
    '7  dsq  ',
    '5  racing  ',
    '6  dns  ',
    '101  awaited  ',
  ]);
  expect(tell(await makeRows({ timing: 'chip', closed: true }))).toEqual([
    '10 1 finished 91 89',
    '9 2 finished 90 ',
    '8 3 finished 123 120',
    '5  dnf  ',
    '7  dsq  ',
    '6  dns  ',
    '101  dns  ',
  ]);
});

test('[FE1 FE8 OF1 OF2] the files of a distance are complete once it is official, and never cached', async () => {
  const race = await openRace();
  const officialAtEvents = { ...USUAL_COURSES.byEvent(() => ''), PB: '2026-06-20-15-00-00' };
  const config = { distances: 'Full,Half', closed: true, officialAtEvents };
  await stageRace(race, { runners: RUNNERS, config });
  const web = await race.serve();
  const { body } = await web.as(race.helper).get('/exports').expect(200);
  const { events } = body as ExportsBody;
  expect(events.map(({ label }) => label)).toEqual(['Full', 'Half', 'Ultra']);
  expect(events[1]?.files.map(({ file, rows }) => [file, rows])).toContainEqual(['iof.xml', 7]);
  expect(events[2]?.files[2]?.problems[0]?.text).toContain('not official');
  const headers = { [AUTH_HEADER]: race.helper };
  for (const [event, status] of [
    ['PB', 'Complete'],
    ['UB', 'Snapshot'],
  ]) {
    const { bytes } = await ask(web.port, `/exports/${event}/iof.xml`, { headers });
    expect(bytes.toString()).toContain(`status="${status}"`);
  }
  for (const file of RESULT_FILES) {
    const answer = await ask(web.port, `/exports/PB/${file}`, { headers });
    const [name, ending] = file.split('.');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="${name}-PB.${ending}"`,
    );
  }
  const own = await ask(web.port, '/exports/PB/all.csv', { headers });
  const rows: string[][] = parse(own.bytes, { bom: true });
  const bibs = new Set(['Bib', '8', '7', '5', '6', '9', '10', '101']);
  expect(new Set(rows.map((row) => row[2]))).toEqual(bibs);
  await web.as(race.helper).get('/exports/PB/x.csv').expect(404);
  await web.as(race.helper).get('/exports/XX/all.csv').expect(404);
});

test('[FE2 EX2] chips, also of private runners, are only in the organisers’ own file', async () => {
  const race = await openRace();
  const runners = RUNNERS.map((runner) => {
    return runner.bandId === '2' ? Object.assign({}, runner, { isPrivate: true }) : runner;
  });
  await stageRace(race, { runners });
  const [one, two] = [getBandId('1'), getBandId('2')];
  const chips = { LY00214: two, LY00213: two, LY00215: one };
  await race.store.commit({
    ops: [{ op: 'put-chips', chips }],
    audit: { by: 'x', action: 'chips' },
  });
  await ingestScans(race.redis, race.keys, [
    ...SCANS,
    buildScan({ bandId: 'LY00215', points: ['cp2'], timeMs: at(60) }),
  ]);
  const web = await race.serve();
  const headers = { [AUTH_HEADER]: race.helper };
  const read = async (path: string): Promise<string> => {
    const { bytes } = await ask(web.port, path, { headers });
    return path.endsWith('.xlsx') ? JSON.stringify(await readSheet(bytes)) : bytes.toString();
  };
  const own = await read('/exports/PB/all.csv');
  expect(own).toContain(',yes,LY00213 LY00214,');
  expect(own).toContain(',LY00215,');
  const files = RESULT_FILES.filter((file) => !file.startsWith('all.'));
  for (const path of [
    ...files.map((file) => `/exports/PB/${file}`),
    '/results.csv?race=PB',
    '/api',
    '/api/compact',
  ]) {
    expect([path, (await read(path)).includes('LY002')]).toEqual([path, false]);
  }
});
