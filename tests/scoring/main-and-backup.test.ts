import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { PointSetup, RaceSetup } from '#shared/model/race-setup.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findPassedOver } from '#shared/scoring/replaced-reads.ts';
import { buildPoint, buildCourse } from '#tests/support/build-setup.ts';

import { clock, scanOf } from './run-scoring.ts';

const LINES: PointSetup['sources'] = [
  { source: 'main', line: 'main' },
  { source: 'main-2', line: 'main' },
  { source: 'spare', line: 'backup' },
];

/** BRYN, and what is said of the points. */
function buildRace(given: Readonly<Record<string, Partial<PointSetup>>>): RaceSetup {
  const points = ['start', 'bryn', 'cwm', 'finish'].map((id) => buildPoint(id, given[id]));
  return buildCourse('bryn cwm', { points });
}

const reads = fc.array(
  fc.record({
    seconds: fc.integer({ min: 0, max: 240 }),
    points: fc.subarray(['start', 'bryn', 'cwm', 'finish'], { minLength: 1, maxLength: 2 }),
    source: fc.constantFrom('main', 'main-2', 'spare', 'other'),
  }),
  { maxLength: 12 },
);

test('[MB1] nobody is without a read where there was one, and where nothing is said nothing is passed over', () => {
  const chosen = buildRace({ bryn: { sources: LINES }, finish: { sources: LINES, pick: 'last' } });
  const course = new Set(['start', 'bryn', 'cwm', 'finish']);
  fc.assert(
    fc.property(reads, (drawn) => {
      const scans = drawn
        .toSorted((a, b) => a.seconds - b.seconds)
        .map(({ seconds, points, source }) =>
          Object.assign(scanOf(`10:20:00 ${points.join()}`, source), {
            timeMs: clock('10:20:00') + seconds * 1_000,
          }),
        );
      expect(findPassedOver(scans, new Courses(buildRace({})), course).size).toBe(0);
      const passedOver = findPassedOver(scans, new Courses(chosen), course);
      for (const point of course) {
        const there = scans.filter(({ points }) => points.includes(point));
        for (const scan of there) {
          const near = there.filter(
            (other) =>
              !passedOver.has(other) && Math.abs(other.timeMs - scan.timeMs) < 20 * MINUTE_MS,
          );
          expect(near.length).toBeGreaterThan(0);
        }
      }
      const unsaid = scans.filter(
        ({ points }) => points.includes('start') || points.includes('cwm'),
      );
      expect(unsaid.filter((scan) => passedOver.has(scan))).toEqual([]);
    }),
  );
});
