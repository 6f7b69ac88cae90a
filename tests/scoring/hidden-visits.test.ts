import { expect, test } from 'vitest';

import { buildCourse, configOf } from '#tests/support/build-setup.ts';

import { clock, score } from './run-scoring.ts';

const plain = buildCourse('bryn cwm bryn');
const hiding = (hidden: string) =>
  configOf({
    ...plain,
    courses: plain.courses.map(({ visits, ...course }) =>
      Object.assign(course, {
        visits: visits.map(({ point }) => ({ point, isPublic: point !== hidden })),
      }),
    ),
  });
const START = { raceStart: '2026-06-20-10-00-00' };

test('[RD4 SC5] who was read at a point that is not for everybody alone is in no results', () => {
  const at = (hidden: string) =>
    score({ scans: ['10:30:00 cwm'], config: { ...START, ...hiding(hidden) } });
  expect(at('bryn').listed).toBe(true);
  expect(at('cwm').listed).toBe(false);
  // Organisers have the read all the same.
  expect(at('cwm').counted.get('cwm')?.timeMs).toBe(clock('10:30:00'));
  const both = { scans: ['10:30:00 cwm', '10:50:00 bryn'], config: { ...START, ...hiding('cwm') } };
  expect(score(both).listed).toBe(true);
  expect(score(both).splitsMs.filter((splitMs) => splitMs !== null)).toHaveLength(1);
});

test('[RD4 RK12] a visit that is not for everybody is no lap', () => {
  const config = hiding('cwm');
  const setup = JSON.parse(config.setup) as typeof plain;
  const byLaps = {
    ...setup,
    distances: setup.distances.map((one) =>
      Object.assign(one, { rankedBy: 'laps' as const, limit: '02:00:00' }),
    ),
  };
  const scans = ['10:20:00 bryn', '10:30:00 cwm', '10:40:00 bryn', '10:45:00 cwm'];
  const over = { ...START, ...configOf(byLaps), closed: true };
  const { laps, totalMs } = score({ scans, config: over });
  expect([laps, totalMs]).toEqual([2, clock('10:40:00') - clock('10:00:00')]);
});
