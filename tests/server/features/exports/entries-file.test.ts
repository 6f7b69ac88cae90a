import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

import document from '#shared/templates/three-distances.json' with { type: 'json' };
import type { RaceConfig } from '#shared/model/race-config.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { AUTH_HEADER } from '#shared/wire/auth-api.ts';
import { buildRunner, buildScan, getBandId } from '#tests/support/builders.ts';
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

type Cells = Readonly<Record<string, string>>;

async function readEntries(config: Partial<RaceConfig>): Promise<readonly Cells[]> {
  const race = await openRace();
  await stageRace(race, { runners: RUNNERS, config, scans: SCANS });
  const { port } = await race.serve();
  const { bytes } = await ask(port, '/entries.csv', { headers: { [AUTH_HEADER]: race.helper } });
  return parse(bytes, { bom: true, columns: true });
}

const tell = (rows: readonly Cells[]): string[] =>
  rows.map((row) =>
    ['Bib', 'Place', 'Status', 'Gun time', 'Chip time'].map((head) => row[head]).join(' '),
  );

test('[FE1 FE3] the file has everybody in the order of the results, with both times and their status', async () => {
  expect(tell(await readEntries({ timing: 'gun' }))).toEqual([
    '9 1 finished 01:30:00 ',
    '10 2 finished 01:31:00 01:29:00',
    '8 3 finished 02:00:00 01:57:00',
    '7  DSQ  ',
    '5  on course  ',
    '6  DNS  ',
    '101  not seen yet  ',
    '4  not seen yet  ',
  ]);
  expect(tell(await readEntries({ timing: 'chip', closed: true }))).toEqual([
    '10 1 finished 01:31:00 01:29:00',
    '9 2 finished 01:30:00 ',
    '8 3 finished 02:03:00 02:00:00',
    '5  DNF  ',
    '7  DSQ  ',
    '6  DNS  ',
    '101  DNS  ',
    '4  DNS  ',
  ]);
});

test('[FE2] times are rounded as in the results of their distance', async () => {
  const race = await openRace();
  const distances = document.distances.map((distance) => ({ ...distance, rounding: 'none' }));
  const setup = JSON.stringify({ ...document, distances });
  const scans = [
    buildScan({ bandId: '2', points: ['cp2'], timeMs: at(60) + 1_234 }),
    buildScan({ bandId: '2', timeMs: at(90) + 5_678 }),
  ];
  await stageRace(race, { runners: RUNNERS.slice(1, 2), config: { setup }, scans });
  const { port } = await race.serve();
  for (const path of ['/entries.csv', '/results.csv']) {
    const { bytes } = await ask(port, path, { headers: { [AUTH_HEADER]: race.helper } });
    const [row] = parse(bytes, { bom: true, columns: true }) as Cells[];
    const times = ['Total', 'Gun time', 'Carn Ingli'].map((head) => row?.[head]);
    expect([path, times]).toEqual([path, ['01:30:05.6', '01:30:05.6', '01:00:01.2']]);
  }
});

test('[FE2 EX2] chips and details of runners, also of private ones, are only in the organisers’ own file', async () => {
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
  const { port } = await race.serve();
  const headers = { [AUTH_HEADER]: race.helper };
  const own = await ask(port, '/entries.csv', { headers });
  expect(own.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="entries.csv"',
  });
  const rows: Cells[] = parse(own.bytes, { bom: true, columns: true });
  expect(rows.find(({ Bib }) => Bib === '9')).toMatchObject({
    'First name': 'Siân',
    Private: 'yes',
    Chips: 'LY00213 LY00214',
  });
  expect(rows.find(({ Bib }) => Bib === '10')).toMatchObject({
    Race: 'Full',
    Sex: 'F',
    'Date of birth': '1984-06-20',
    Age: '42',
    Nationality: 'GBR',
    Private: '',
    Chips: 'LY00215',
    'Carn Ingli': '01:00:00',
  });
  for (const path of ['/results.csv?race=PB', '/api', '/api/compact']) {
    const { bytes } = await ask(port, path, { headers });
    expect([path, bytes.toString().includes('LY002')]).toEqual([path, false]);
  }
});
