import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRandom } from '#server/system/random.ts';

import { estimateSlope, type Slope } from './slope.ts';

function slopeOf(values: readonly number[]): Slope {
  const slope = estimateSlope(values.map((y, x) => ({ x, y })));
  if (!slope) throw new Error('Too few points.');
  return slope;
}

test('[HN16] of a straight line the slope is that of the line, whatever a fifth of wild points says', () => {
  const [rises, counts] = [fc.integer({ min: -50, max: 50 }), fc.integer({ min: 20, max: 60 })];
  fc.assert(
    fc.property(rises, counts, (rise, count) => {
      const line = Array.from({ length: count }, (_, x) => x * rise);
      expect(slopeOf(line)).toEqual({ estimate: rise, lower: rise, upper: rise });
      const struck = line.map((y, x) => (x % 5 === 0 ? 1e6 : y));
      expect(slopeOf(struck).estimate).toBeCloseTo(rise, 6);
    }),
    { numRuns: 50 },
  );
});

test('[HN16] the interval is around the slope, which rises with a line that is added', () => {
  const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(values, fc.integer({ min: -100, max: 100 }), (ys, rise) => {
      const { estimate, lower, upper } = slopeOf(ys);
      expect(lower).toBeLessThanOrEqual(estimate);
      expect(upper).toBeGreaterThanOrEqual(estimate);
      expect(slopeOf(ys.map((y, x) => y + rise * x)).estimate).toBeCloseTo(estimate + rise, 6);
    }),
  );
});

test('[HN16] the interval nearly always has the true slope in it, and is wider where neighbours are alike', () => {
  const random = createRandom(7);
  let isIn = 0;
  let [wide, narrow] = [0, 0];
  for (let run = 0; run < 150; run += 1) {
    const noise = Array.from({ length: 40 }, () => random.normal());
    const { lower, upper } = slopeOf(noise.map((off, x) => 3 * x + off));
    if (lower <= 3 && upper >= 3) isIn += 1;
    narrow += upper - lower;
    let level = 0;
    const wandering = slopeOf(noise.map((step) => (level = 0.8 * level + 0.6 * step)));
    wide += wandering.upper - wandering.lower;
  }
  expect(isIn).toBeGreaterThanOrEqual(146);
  expect(wide).toBeGreaterThan(1.5 * narrow);
});

test('[HN16] too few points have no slope', () =>
  expect(estimateSlope([0, 1, 2, 3, 4, 5, 6].map((x) => ({ x, y: 1 })))).toBeUndefined());
