import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { DistanceSetup, VisitSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { createForecast } from '#shared/forecast/forecast.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';
import { buildCourse } from '#tests/support/build-setup.ts';

function coursesOf(
  visits: readonly VisitSetup[],
  lengthM?: number,
  given: Partial<DistanceSetup> = {},
): Courses {
  const course = { id: 'way', name: 'Way', visits, ...(lengthM !== undefined && { lengthM }) };
  const { distances, ...setup } = buildCourse('bryn cwm', { courses: [course] });
  return new Courses({
    ...setup,
    distances: distances.map((one) => Object.assign({}, one, given)),
  });
}

const SEEN = buildFinisher({
  runnerId: 'mair',
  status: 'racing',
  totalMs: null,
  splitsMs: [30 * MINUTE_MS, null],
});
const slower = (ratio: number): number => ratio * (1 + ratio) ** 0.04;

const EVEN = [
  { point: 'bryn', atM: 5_000 },
  { point: 'cwm', atM: 10_000 },
];

test('[XP12] a leg that nobody has run continues the pace before it, slightly slower', () => {
  const [cwm, finish] = createForecast([SEEN], 'PB', coursesOf(EVEN, 15_000)).expect(SEEN);
  const atCwmMs = 30 * MINUTE_MS * (1 + slower(1));
  expect(cwm).toMatchObject({ stage: 1, basis: 0, elapsedMs: Math.round(atCwmMs) });
  expect(finish).toMatchObject({
    stage: 'finish',
    basis: 0,
    elapsedMs: Math.round(atCwmMs * (1 + slower(0.5))),
  });
  expect(cwm?.earliestMs).toBeLessThan(atCwmMs);
  expect(cwm?.latestMs).toBeGreaterThan(atCwmMs);
});

test('[XP12] a metre of climb counts as eight', () => {
  const visits = [
    { point: 'bryn', atM: 5_000, climbM: 0 },
    { point: 'cwm', atM: 6_000, climbM: 500 },
  ];
  const [cwm] = createForecast([SEEN], 'PB', coursesOf(visits)).expect(SEEN);
  expect(cwm?.elapsedMs).toBe(Math.round(30 * MINUTE_MS * (1 + slower(1))));
});

test('[XP12] nothing is expected on a leg of unknown length, nor of a runner not seen yet', () => {
  const unread = { ...SEEN, splitsMs: [null, null] };
  expect(createForecast([unread], 'PB', coursesOf(EVEN, 15_000)).expect(unread)).toEqual([]);
  const unknown = coursesOf([{ point: 'bryn' }, { point: 'cwm', atM: 10_000 }], 15_000);
  expect(createForecast([SEEN], 'PB', unknown).expect(SEEN)).toEqual([]);
  // The point in between is left out where its distance is not said.
  const gap = coursesOf([{ point: 'bryn', atM: 5_000 }, { point: 'cwm' }], 10_000);
  expect(
    createForecast([SEEN], 'PB', gap)
      .expect(SEEN)
      .map(({ stage }) => stage),
  ).toEqual(['finish']);
});

test('[RK12] nothing is expected where laps rank', () => {
  const courses = coursesOf(EVEN, 15_000, { rankedBy: 'laps' });
  expect(createForecast([SEEN], 'PB', courses).expect(SEEN)).toEqual([]);
});
