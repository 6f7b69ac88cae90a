import { expect, test } from 'vitest';

import { deriveAgeGroup, findAgeGroup, settleAgeGroup } from '#shared/scoring/derive-age-group.ts';
import { buildConfig, buildRunner } from '#tests/support/builders.ts';

test.each([
  [16, 'FU17'],
  [17, 'FU19'],
  [19, 'FU23'],
  [22, 'FU23'],
  [23, 'F-SNR'],
  [39, 'F-SNR'],
  [40, 'F40'],
  [59, 'F50'],
  [69, 'F60'],
  [74, 'F70'],
  [75, 'F75'],
  [119, 'F75'],
])('[AG2] a woman of %i is in %s', (age, group) => {
  expect(findAgeGroup('F', age)).toBe(group);
});

test.each([
  ['M', '1986-06-20', '2026-06-20', 'M40'],
  ['M', '1986-06-21', '2026-06-20', 'M-SNR'],
  ['M', '1984-02-29', '2024-02-28', 'M-SNR'],
  ['M', '1984-02-29', '2024-02-29', 'M40'],
  ['F', '2030-01-01', '2026-06-20', undefined],
  ['X', '1986-06-20', '2026-06-20', undefined],
  ['M', '', '2026-06-20', undefined],
  ['M', 'June', '2026-06-20', undefined],
  ['M', '1986-06-20', '', undefined],
])('[AG1] %s born %s is on %s in %s', (sex, birthDate, day, group) => {
  expect(deriveAgeGroup({ sex, birthDate }, day)).toBe(group);
});

test('[AG1] a category that was worked out is that of the day of the own event, one that was given stands', () => {
  const born = { sex: 'M', birthDate: '1986-06-21', ageGroup: 'MU17' } as const;
  const derived = buildRunner({ ...born, isAgeGroupDerived: true, event: 'UB' });
  const start = { raceStart: '2026-06-20-10-00-00' };
  const noStarts = { BB: '', PB: '', UB: '' };
  const settle = (overrides: Parameters<typeof buildConfig>[0], runner = derived): string =>
    settleAgeGroup(runner, buildConfig({ starts: noStarts, ...overrides })).ageGroup;
  expect(settle(start)).toBe('M-SNR');
  expect(settle({ ...start, starts: { ...noStarts, UB: '2026-06-21-06-00-00' } })).toBe('M40');
  expect(settle({ raceStart: '' })).toBe('MU17');
  expect(settle(start, buildRunner(born))).toBe('MU17');
});
