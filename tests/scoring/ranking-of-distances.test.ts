import { expect, test } from 'vitest';

import { createForecast } from '#shared/forecast/forecast.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { DistanceSetup } from '#shared/model/race-setup.ts';
import type { Result } from '#shared/model/result.ts';
import { Courses } from '#shared/model/courses.ts';
import { awardPrizes } from '#shared/scoring/prizes.ts';
import { rankCategories } from '#shared/scoring/result-tables.ts';
import { scoreRace } from '#shared/scoring/score-race.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { rankTeams } from '#shared/scoring/team-results.ts';
import { loadTemplate } from '#shared/templates/templates.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { scanOf, score } from './run-scoring.ts';

const LAPS = 'lap lap lap lap';

function setUp(visits: string, given: Partial<DistanceSetup>, config: Partial<RaceConfig> = {}) {
  const distance = { code: 'PB', name: 'Full', course: 'way', segments: [], ...given };
  const setup = buildCourse(visits, { distances: [distance] });
  return { courses: new Courses(setup), config: buildConfig({ ...config, ...configOf(setup) }) };
}

/** Scores runners called after their reads: `Ŵyn: 10:20:00 lap, 10:40:00 lap`. */
function race(
  { courses, config }: ReturnType<typeof setUp>,
  texts: readonly string[],
  runner: RunnerOverrides = {},
): { readonly rows: readonly Result[]; readonly standings: Standings; readonly courses: Courses } {
  const parts = texts.map((text) => text.split(': '));
  const runners = parts.map(([lastName = ''], at) =>
    buildRunner({ lastName, runnerId: lastName, bandId: String(at + 1), ...runner }),
  );
  const scans = parts.flatMap(([, reads = ''], at) =>
    reads.split(', ').flatMap((read) => {
      const bandId = runners[at]?.bandId;
      return bandId ? Object.assign(scanOf(read, `mat-${at}`), { bandId }) : [];
    }),
  );
  const rows = scoreRace(runners, scans, config);
  const standings = new Standings(courses);
  standings.replaceAll(rows, { PB: rows.length });
  return { rows, standings, courses };
}

const placesOf = ({ rows, standings }: ReturnType<typeof race>): unknown[] =>
  rows.map(({ runnerId }) => [runnerId, standings.placeOf(runnerId)]);

const LAP_READS = [
  'Llŷr: 10:10:00 lap, 10:20:00 lap, 10:40:00 lap',
  'Zoë: 10:09:00 lap, 10:18:00 lap',
  'Ŵyn: 10:11:00 lap, 10:19:00 lap, 10:30:00 lap, 10:40:00.001 lap',
  'Øre: 10:40:00.001 lap',
];

test('[RK12] until the race is closed all who count laps are on course, those with most laps first', () => {
  const { rows } = race(setUp(LAPS, { rankedBy: 'laps', limit: '00:40:00' }), LAP_READS);
  expect(
    rows.map(({ runnerId, status, laps, totalMs }) => [runnerId, status, laps, totalMs]),
  ).toEqual([
    ['Ŵyn', 'racing', 3, null],
    ['Llŷr', 'racing', 3, null],
    ['Zoë', 'racing', 2, null],
  ]);
});

test('[RK12] laps count until the limit, it included, and the last of them is the time of who has run any', () => {
  const closed = setUp(LAPS, { rankedBy: 'laps', limit: '00:40:00' }, { closed: true });
  const held = race(closed, LAP_READS);
  expect(held.rows.map(({ status, laps, totalTime }) => [status, laps, totalTime])).toEqual([
    ['finished', 3, '00:30:00'],
    ['finished', 3, '00:40:00'],
    ['finished', 2, '00:18:00'],
  ]);
  expect(placesOf(held)).toEqual([
    ['Ŵyn', 1],
    ['Llŷr', 2],
    ['Zoë', 3],
  ]);
  const { verdicts } = score({ scans: ['10:40:00.001 lap'], config: closed.config });
  expect(verdicts).toEqual(['after-finish']);
});

test('[RK12] a read at the finish is no lap, and a time by hand is that of the last', () => {
  const { config } = setUp(LAPS, { rankedBy: 'laps' }, { closed: true });
  const scans = ['10:20:00 lap', '10:30:00 finish'];
  expect(score({ scans, config })).toMatchObject({ laps: 1, totalMs: 1_200_000, hasFinish: true });
  expect(score({ scans: ['10:30:00 finish'], config })).toMatchObject({ laps: 0, status: 'dnf' });
  const typed = { overrideTime: '00:21:00' };
  expect(score({ scans, config, runner: typed })).toMatchObject({ laps: 1, totalMs: 1_260_000 });
  const stopped = { overrideTime: '00:00:01' };
  expect(score({ scans, config, runner: stopped })).toMatchObject({ laps: 1, status: 'dnf' });
});

test('[RK12] of laps without a start there is no result', () => {
  const { config } = setUp(
    LAPS,
    { rankedBy: 'laps', limit: '00:40:00' },
    { closed: true, raceStart: '' },
  );
  expect(score({ scans: ['10:20:00 lap'], config })).toMatchObject({ laps: 1, status: 'dnf' });
});

test('[RK12] nothing is expected of who runs laps', () => {
  const { rows, courses } = race(setUp(LAPS, { rankedBy: 'laps' }), LAP_READS);
  const forecast = createForecast(rows, 'PB', courses);
  for (const row of rows) expect(forecast.expect(row)).toEqual([]);
});

test('[RK12] the template of laps in a fixed time ranks both of its distances by them', async () => {
  const setup = await loadTemplate('laps');
  if (!setup) throw new Error('There is no such template.');
  const config = buildConfig({ ...configOf(setup), closed: true });
  const runners = ['3H', '6H', '6H'].map((event, at) =>
    buildRunner({ runnerId: `r${at}`, event, bandId: String(at + 1), ageGroup: 'F40' }),
  );
  const readAt = (band: number, time: string) =>
    Object.assign(scanOf(`${time} lap`), { bandId: runners[band]?.bandId ?? '' });
  const scans = [
    ...['10:15:00', '12:59:59', '13:00:01'].map((time) => readAt(0, time)),
    ...['10:15:00', '13:30:00', '15:58:31'].map((time) => readAt(1, time)),
    ...['10:14:00', '13:31:00', '15:58:30'].map((time) => readAt(2, time)),
  ];
  const rows = scoreRace(runners, scans, config);
  expect(rows.map(({ runnerId, laps, totalTime }) => [runnerId, laps, totalTime])).toEqual([
    ['r0', 2, '02:59:59'],
    ['r2', 3, '05:58:30'],
    ['r1', 3, '05:58:31'],
  ]);
  const courses = new Courses(setup);
  const awards = awardPrizes(setup.prizes, courses, (event) =>
    rows.filter(({ events }) => events === event),
  );
  const sixHours = awards.find(({ prize }) => prize.name === 'First women, 6 hours');
  expect(sixHours?.winners.map(({ result, place }) => [result.runnerId, place])).toEqual([
    ['r2', 1],
    ['r1', 2],
  ]);
});

const TIED = [
  'Llŷr: 10:10:00 cwm, 10:30:00.100 finish',
  'Zoë: 10:10:00 cwm, 10:30:00.100 finish',
  'Ŵyn: 10:11:00 cwm, 10:30:00.900 finish',
  'Øre: 10:12:00 cwm, 10:31:00 finish',
];

test.each([
  ['share', undefined, [1, 1, 3, 4], [1, 1, 3, 4]],
  ['dense', undefined, [1, 1, 2, 3], [1, 1, 2, 3]],
  ['shown', 'up', [1, 1, 1, 4], [1, 1, 3, 4]],
  ['shown', 'down', [1, 1, 1, 4], [1, 1, 3, 4]],
  ['shown', 'none', [1, 1, 3, 4], [1, 1, 3, 4]],
] as const)('[RK13] with ties %s and rounding %s places are %j', (ties, rounding, at, there) => {
  const given = rounding ? { ties, rounding } : { ties };
  const held = race(setUp('cwm', given), TIED, { ageGroup: 'F40' });
  const { rows, standings, courses } = held;
  expect(rows.map(({ runnerId }) => standings.placeOf(runnerId))).toEqual(at);
  expect(rows.map(({ runnerId }) => standings.groupPlaceOf(runnerId))).toEqual(at);
  expect(rows.map((row) => row.checkPointOnePosition)).toEqual(there);
  expect(rankCategories(rows, courses)[0]?.rows.map(({ place }) => place)).toEqual(at);
  const prize = { name: 'Overall', places: 4, isExclusive: false };
  const [award] = awardPrizes([prize], courses, () => rows);
  expect(award?.winners.map(({ place }) => place)).toEqual(at);
});

test('[RK13] those whose shown times are one stand by name', () => {
  const { rows } = race(setUp('cwm', { ties: 'shown' }), [
    'Zoë: 10:30:00.100 finish',
    'Ann: 10:30:00.900 finish',
  ]);
  expect(rows.map(({ runnerId }) => runnerId)).toEqual(['Ann', 'Zoë']);
});

test.each([
  ['up', '00:30:01', '00:10:01'],
  ['down', '00:30:00', '00:10:00'],
  ['none', '00:30:00', '00:10:00'],
] as const)(
  '[RK1] rounded %s a total is %s and a split %s in the calls',
  (rounding, total, split) => {
    const { rows } = race(setUp('cwm', { rounding }), [
      'Ŵyn: 10:10:00.200 cwm, 10:30:00.999 finish',
    ]);
    expect(rows[0]).toMatchObject({ totalTime: total, checkPointOne: split, totalMs: 1_800_999 });
  },
);

const BY_CHIP = {
  clock: { overall: 'gun', category: 'chip' },
} as const satisfies Partial<DistanceSetup>;
const LATE = ['Llŷr: 10:00:01 start, 10:30:00 finish', 'Ŵyn: 10:02:00 start, 10:31:00 finish'];

test('[RK14] a category has the clock that it is ranked by, all others the one of all', () => {
  const held = race(setUp('cwm', BY_CHIP), LATE, { ageGroup: 'F40', runClub: 'Clwb' });
  const { rows, standings, courses } = held;
  expect(rows.map(({ totalMs, categoryMs }) => [totalMs, categoryMs])).toEqual([
    [1_800_000, 1_799_000],
    [1_860_000, 1_740_000],
  ]);
  expect(placesOf(held)).toEqual([
    ['Llŷr', 1],
    ['Ŵyn', 2],
  ]);
  expect(standings.groupPlaceOf('Ŵyn')).toBe(1);
  expect([standings.isWinner('Ŵyn'), standings.isWinner('Llŷr')]).toEqual([true, false]);
  const [table] = rankCategories(rows, courses);
  expect(table?.rows.map(({ result, timeMs }) => [result.runnerId, timeMs])).toEqual([
    ['Ŵyn', 1_740_000],
    ['Llŷr', 1_799_000],
  ]);
  const prizes = [
    { name: 'Overall', places: 1, isExclusive: false },
    { name: 'F40', places: 1, categories: ['F40'], isExclusive: false },
  ];
  const awards = awardPrizes(prizes, courses, () => rows);
  expect(awards.map(({ winners }) => winners[0]?.result.runnerId)).toEqual(['Llŷr', 'Ŵyn']);
});

test('[RK14] a time by hand is that of both clocks, and one clock for all adds nothing', () => {
  const { config } = setUp('cwm', BY_CHIP);
  const scans = ['10:02:00 start', '10:31:00 finish'];
  expect(score({ scans, config }).categoryMs).toBe(1_740_000);
  const runner = { overrideTime: '00:30:00' };
  expect(score({ scans, config, runner }).categoryMs).toBeUndefined();
  expect(score({ scans }).categoryMs).toBeUndefined();
});

test('[RK15] who is unranked is listed with a time, and has no place, prize, table or team', () => {
  const held = race(setUp('cwm', { isRanked: false }), TIED, { ageGroup: 'F40', runClub: 'Clwb' });
  const { rows, standings, courses } = held;
  expect(rows.map(({ totalTime }) => totalTime)).toEqual([
    '00:30:01',
    '00:30:01',
    '00:30:01',
    '00:31:00',
  ]);
  for (const { runnerId, checkPointOne, checkPointOnePosition } of rows) {
    expect([standings.placeOf(runnerId), standings.groupPlaceOf(runnerId)]).toEqual([null, null]);
    expect(standings.isWinner(runnerId)).toBe(false);
    expect([checkPointOne === '', checkPointOnePosition]).toEqual([false, '']);
  }
  expect(rankCategories(rows, courses)).toEqual([]);
  const team = { name: 'Open', count: 1, by: 'place' } as const;
  expect(rankTeams(rows, team, courses)).toEqual([]);
  const prize = { name: 'Overall', places: 1, isExclusive: false };
  expect(awardPrizes([prize], courses, () => rows)).toEqual([]);
});
