import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { TIMINGS } from '#shared/model/settings.ts';
import type { TimePoint } from '#shared/model/time-point.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { suspectClocks } from '#shared/checks/suspect-clocks.ts';

import {
  asLive,
  type ClockDayPlan,
  inventClockDay,
  misplaceBox,
  sourceAt,
  swapBoxes,
} from './clock-day.ts';

const RUNS = { numRuns: 100 };

const days: fc.Arbitrary<ClockDayPlan> = fc.record({
  seed: fc.nat(),
  runners: fc.integer({ min: 65, max: 180 }),
  leg: fc.integer({ min: 5, max: 50 }),
  isGunSet: fc.boolean(),
  timing: fc.constantFrom(...TIMINGS),
  isOneLine: fc.boolean(),
  linesOf: fc.integer({ min: 1, max: 3 }),
  pointsOf: fc.constant(1),
});

/** Of one course, the first before the second. */
const pairs = fc.constantFrom<readonly [TimePoint, TimePoint]>(
  ['cp2', 'cp3'],
  ['cp3', 'cp4'],
  ['cp2', 'cp4'],
);
const parts = fc.double({ min: 0, max: 1, noNaN: true });
const NONE = { source: '', byMs: 0 };

test('[CR8] two swapped boxes with right clocks are named, and no clock is suspected', () => {
  fc.assert(
    fc.property(days, pairs, (plan, [first, later]) => {
      const { reads, rules } = inventClockDay(plan);
      const [one, other] = [sourceAt(first, 0, plan), sourceAt(later, 0, plan)];
      const swapped = asLive(swapBoxes(reads, one, other), plan.seed, NONE);
      const { suspicions, swaps } = suspectClocks(swapped, rules);
      expect(suspicions).toEqual([]);
      expect(swaps).toMatchObject([{ source: one, point: first, other, otherPoint: later }]);
    }),
    RUNS,
  );
});

test('[CR8] a source that alone gives a wrong point is not taken for one of two swapped', () => {
  fc.assert(
    fc.property(days, pairs, fc.boolean(), (plan, pair, isEarlier) => {
      const { reads, rules } = inventClockDay(plan);
      const [point, given] = isEarlier ? pair : pair.toReversed();
      const source = sourceAt(point, 0, plan);
      const moved = misplaceBox(reads, source, given);
      expect(suspectClocks(asLive(moved, plan.seed, NONE), rules).swaps).toEqual([]);
    }),
    RUNS,
  );
});

test('[CR8] a wrong clock is never taken for a swap', () => {
  const amounts = fc
    .tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom(-1, 1))
    .map(([minutes, sign]) => minutes * sign * MINUTE_MS);
  fc.assert(
    fc.property(days, fc.nat(), parts, amounts, (plan, pick, soFar, byMs) => {
      const { reads, rules } = inventClockDay(plan);
      const sources = [...new Set(reads.map(({ scan }) => scan.source))];
      const source = sources[pick % sources.length] ?? '';
      const wrong = asLive(reads, plan.seed, { source, byMs });
      const inTime = wrong.toSorted((a, b) => a.scan.timeMs - b.scan.timeMs);
      const early = inTime.slice(0, Math.ceil(soFar * inTime.length));
      expect(suspectClocks(early, rules).swaps).toEqual([]);
      expect(suspectClocks(wrong, rules).swaps).toEqual([]);
    }),
    RUNS,
  );
});
