import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Visit } from '#shared/model/laid-out-course.ts';
import type { Scan } from '#shared/model/scan.ts';
import { assignVisits } from '#shared/scoring/count-scans.ts';
import { visitsOf } from '#tests/support/build-setup.ts';

import { clock, scanOf } from './run-scoring.ts';
import { matchSlowly } from './slow-setup.ts';

const FINISH: Visit = { code: 'finish', point: 'finish', visit: 1, leastLegMs: 0, isShown: true };

const routes = fc.array(fc.constantFrom('bryn', 'cwm', 'lap'), { minLength: 1, maxLength: 6 });

const anyReads: fc.Arbitrary<Scan[]> = fc
  .array(
    fc.record({
      points: fc.subarray(['start', 'bryn', 'cwm', 'lap', 'finish'], {
        minLength: 1,
        maxLength: 2,
      }),
      seconds: fc.integer({ min: 0, max: 40 }).map((steps) => steps * 30),
    }),
    { maxLength: 9 },
  )
  .map((drawn) =>
    drawn
      .toSorted((a, b) => a.seconds - b.seconds)
      .map(({ points, seconds }, at) =>
        Object.assign(scanOf(`10:00:00 ${points.join()}`), {
          timeMs: clock('10:00:00') + seconds * 1_000 + at,
        }),
      ),
  );
const anyVisits = fc
  .tuple(routes, fc.constantFrom('', '/00:02:00', '/00:05:00'))
  .map(([route, leg]) => visitsOf(route.map((point) => point + leg).join(' ')).concat(FINISH));

test('[VS1 VS2] whatever was read, the visits are matched as trying all ways matches them, in order and each read once', () => {
  fc.assert(
    fc.property(anyReads, anyVisits, (scans, visits) => {
      const assigned = assignVisits(scans, visits);
      const slow = matchSlowly(
        scans,
        visits.map(({ code, point, leastLegMs }) => ({ name: code, point, leastMs: leastLegMs })),
        ({ points }, point) => points.includes(point),
      );
      expect([...assigned]).toEqual([...slow]);
      const reads = [...assigned.values()];
      expect(new Set(reads).size).toBe(reads.length);
      const times = reads.map(({ timeMs }) => timeMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});
