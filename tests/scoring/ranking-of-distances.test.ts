import { expect, test } from 'vitest';

import { createForecast } from '#shared/forecast/forecast.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { DistanceSetup } from '#shared/model/race-setup.ts';
import type { Result } from '#shared/model/result.ts';
import { Courses } from '#shared/model/courses.ts';
import { awardPrizes } from '#shared/scoring/prizes.ts';
import { rankCategories } from '#shared/scoring/result-tables.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import { rankSex } from '#shared/scoring/rank-keys.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { rankTeams } from '#shared/scoring/team-results.ts';
import { buildCourse, configOf } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner, type RunnerOverrides } from '#tests/support/builders.ts';

import { scanOf } from './run-scoring.ts';

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

test('[RK12] nothing is expected of runners of laps', () => {
  const { rows, courses } = race(setUp(LAPS, { rankedBy: 'laps' }), LAP_READS);
  const forecast = createForecast(rows, 'PB', courses);
  for (const row of rows) expect(forecast.expect(row)).toEqual([]);
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

test('[RK13] runners with the same shown time stand by name', () => {
  const { rows } = race(setUp('cwm', { ties: 'shown' }), [
    'Zoë: 10:30:00.100 finish',
    'Ann: 10:30:00.900 finish',
  ]);
  expect(rows.map(({ runnerId }) => runnerId)).toEqual(['Ann', 'Zoë']);
});

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

test('[RK15] an unranked runner is listed with a time, and has no place, prize, table or team', () => {
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
  expect(rankSex(standings, 'PB', 'F')).toEqual([]);
  const team = { name: 'Open', count: 1, by: 'place' } as const;
  expect(rankTeams(rows, team, courses)).toEqual([]);
  const prize = { name: 'Overall', places: 1, isExclusive: false };
  expect(awardPrizes([prize], courses, () => rows)).toEqual([]);
});
