import { expect, test } from 'vitest';

import { presentStarter } from '#shared/scoring/present-result.ts';
import type { CategoryScheme } from '#shared/model/race-setup.ts';
import { deriveAgeGroup, raceDayOf, updateAgeGroup } from '#shared/scoring/categories.ts';
import { Courses, USUAL_COURSES } from '#shared/model/courses.ts';
import { buildSetup } from '#tests/support/build-setup.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

const USUAL = USUAL_COURSES.setup.categories;

test.each([
  ['M', '1986-06-20', '2026-06-20', 'M40'],
  ['M', '1986-06-21', '2026-06-20', 'M-SNR'],
  ['M', '1984-02-29', '2024-02-29', 'M40'],
  ['M', '2004-02-29', '2027-03-01', 'M-SNR'],
  ['F', '2026-06-20', '2026-06-20', 'FU17'],
  ['F', '2026-06-21', '2026-06-20', undefined],
  ['X', '1986-06-20', '2026-06-20', undefined],
  ['M', '', '2026-06-20', undefined],
  ['M', '1986-06-20', '', undefined],
])('[AG1 AG2 AG3] %s born %s is on %s in %s', (sex, birthDate, day, group) =>
  expect(deriveAgeGroup({ sex, birthDate }, day, USUAL)).toBe(group),
);

test.each([
  ['year-end', '', '1986-12-31', '2026-01-01', 'M40'],
  ['year-end', '', '1987-01-01', '2026-12-31', 'M-SNR'],
  ['year-end', '', '2026-01-02', '2026-01-01', undefined],
  ['day', '01-01', '1986-01-02', '2026-06-20', 'M-SNR'],
  ['day', '10-01', '1986-10-02', '2026-06-20', 'M-SNR'],
  ['season', '08-31', '1986-08-31', '2026-08-31', 'M40'],
  ['season', '08-31', '1986-09-01', '2026-12-31', 'M-SNR'],
  // The season before goes on until the day.
  ['season', '08-31', '1986-08-31', '2026-08-30', 'M-SNR'],
  ['season', '08-31', '2026-05-01', '2026-06-20', 'MU17'],
  ['season', '02-29', '1984-02-29', '2024-02-29', 'M40'],
] as const)('[AG3] by %s %s who was born %s is on %s in %s', (rule, on, birthDate, day, group) => {
  const ageOn = rule === 'year-end' ? ({ rule } as const) : ({ rule, day: on } as const);
  expect(deriveAgeGroup({ sex: 'M', birthDate }, day, { ...USUAL, ageOn })).toBe(group);
});

const MIXED: CategoryScheme = {
  ageOn: { rule: 'race-day' },
  table: [
    { code: 'Ieuenctid', sexes: ['F', 'M', 'X'], to: 17 },
    { code: 'Women', sexes: ['F'], from: 18 },
    { code: 'Open', sexes: ['M', 'X'], from: 18, to: 89 },
    { code: 'M90', sexes: ['M'], from: 90 },
    { code: 'X90', sexes: ['X'], from: 90 },
  ],
};

function derive(sex: string, birthDate: string): string | undefined {
  return deriveAgeGroup({ sex, birthDate }, '2026-06-20', MIXED);
}

test('[AG2 AG3] a category of several sexes includes all of them, and entries without a sex if it has every sex', () => {
  for (const sex of ['F', 'M', 'X', 'NB', 'Non-binary', '']) {
    expect(derive(sex, '2010-01-01')).toBe('Ieuenctid');
  }
  expect(derive('rather not', '2010-01-01')).toBeUndefined();
  expect(['F', 'M', 'non binary', ''].map((sex) => derive(sex, '1990-01-01'))).toEqual([
    'Women',
    'Open',
    'Open',
    undefined,
  ]);
});

test('[GP3 AG4] the sex is that of the entry, else of the category, and public only if the category does not imply it', () => {
  const courses = new Courses(buildSetup({ categories: MIXED }));
  const shown = (ageGroup: string, sex: string) => {
    const row = presentStarter(buildRunner({ ageGroup, sex }), courses);
    return [row.sex, courses.sexOf(row)];
  };
  expect(shown('', 'F')).toEqual(['F', 'F']);
  expect(shown('Open', 'M')).toEqual(['M', 'M']);
  expect(shown('Women', 'F')).toEqual([undefined, 'F']);
  expect(shown('Women', 'non-binary')).toEqual(['X', 'X']);
  expect(shown('Women', 'unknown')).toEqual([undefined, 'F']);
  expect(shown('', '')).toEqual([undefined, undefined]);
});

test('[AG1] a derived category follows the day of the event, a given one stays', () => {
  const born = { sex: 'M', birthDate: '1986-06-21', ageGroup: 'MU17' } as const;
  const derived = buildRunner({ ...born, isAgeGroupDerived: true, event: 'UB' });
  const start = { raceStart: '2026-06-20-10-00-00' };
  const noStarts = { BB: '', PB: '', UB: '' };
  const settle = (overrides: Parameters<typeof buildConfig>[0], runner = derived): string =>
    updateAgeGroup(runner, buildConfig({ starts: noStarts, ...overrides })).ageGroup;
  expect(settle(start)).toBe('M-SNR');
  expect(settle({ ...start, starts: { ...noStarts, UB: '2026-06-21-06-00-00' } })).toBe('M40');
  expect(settle({ raceStart: '' })).toBe('MU17');
  expect(settle(start, buildRunner(born))).toBe('MU17');
});

test('[AG1] the race day is that of the distance, else of its first wave, else of the first start', () => {
  const waves = [
    { id: 'red', name: 'Red', distance: 'PB' },
    { id: 'blue', name: 'Blue', distance: 'PB' },
  ];
  const setup = JSON.stringify(buildSetup({ waves }));
  const dayOf = (event: string, starts: Record<string, string>, raceStart = ''): string =>
    raceDayOf(event, { raceStart, starts, setup });
  const ofWaves = { red: '2026-06-21-09-00-00', blue: '2026-06-20-09-00-00' };
  expect(dayOf('PB', ofWaves)).toBe('2026-06-20');
  expect(dayOf('PB', ofWaves, '2026-06-19-09-00-00')).toBe('2026-06-19');
  expect(dayOf('PB', { ...ofWaves, PB: '2026-06-18-09-00-00' })).toBe('2026-06-18');
  // A leg of a relay that has no gun of its own.
  expect(dayOf('UB', { ...ofWaves, BB: '2026-06-22-09-00-00' })).toBe('2026-06-20');
  expect(dayOf('UB', { gone: '2026-06-20-09-00-00' })).toBe('');
});
