import { expect, test } from 'vitest';

import { findCurrentLeg, isUncertain, shareOfLeg } from '#shared/forecast/current-leg.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

const GUN_MS = Date.UTC(2026, 5, 20, 9);
const at = (minutes: number): number => GUN_MS + minutes * MINUTE_MS;
const POINTS = [0, 1, 'finish'] as const;
const READ = buildFinisher({
  runnerId: 'mair',
  status: 'racing',
  totalMs: null,
  startedAtMs: GUN_MS,
  splitsMs: [30 * MINUTE_MS, null],
});
const expected = (stage: (typeof POINTS)[number]) => ({
  stage,
  elapsedMs: 60 * MINUTE_MS,
  earliestMs: 56 * MINUTE_MS,
  latestMs: 70 * MINUTE_MS,
  basis: 9,
});

test('a runner goes on at an even pace, and stays short of the point until they are read there', () => {
  const leg = findCurrentLeg(READ, POINTS, () => [expected(1)]);
  expect([leg.from, leg.to]).toEqual([1, 2]);
  const share = (minutes: number): number => shareOfLeg(leg, at(minutes));
  expect(share(30)).toBe(0);
  expect(share(45)).toBeCloseTo(0.5);
  expect(share(20)).toBe(0);
  // Later than expected they are a little slower, and never there.
  expect(share(65)).toBeCloseTo(35 / 37.5);
  expect(share(65)).toBeGreaterThan(share(60));
  expect(share(600)).toBeLessThan(1);
  expect([69, 71].map((minutes) => isUncertain(leg, at(minutes)))).toEqual([false, true]);
});

test('a silent point is skipped, and an unknown leg is uncertain', () => {
  expect(findCurrentLeg(READ, POINTS, () => [expected('finish')])).toMatchObject({
    from: 1,
    to: 3,
  });
  const unknown = findCurrentLeg(READ, POINTS, () => []);
  expect(unknown).toMatchObject({ from: 1, to: 1 });
  expect(shareOfLeg(unknown, at(90))).toBe(0);
  expect(isUncertain(unknown, at(31))).toBe(true);
  const unstarted = findCurrentLeg({ ...READ, startedAtMs: null }, POINTS, () => [expected(1)]);
  expect(isUncertain(unstarted, at(31))).toBe(true);
});
