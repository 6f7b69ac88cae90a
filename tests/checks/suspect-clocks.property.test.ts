import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { TIMINGS } from '#shared/model/settings.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { suspectClocks } from '#shared/checks/suspect-clocks.ts';

import { asLive, type ClockDayPlan, inventClockDay, moveClock, sourceAt } from './clock-day.ts';

const RUNS = { numRuns: 100 };

const days: fc.Arbitrary<ClockDayPlan> = fc.record({
  seed: fc.nat(),
  runners: fc.integer({ min: 5, max: 120 }),
  leg: fc.integer({ min: 5, max: 50 }),
  isGunSet: fc.boolean(),
  timing: fc.constantFrom(...TIMINGS),
  isOneLine: fc.boolean(),
  linesOf: fc.integer({ min: 1, max: 3 }),
  pointsOf: fc.integer({ min: 1, max: 2 }),
});

/** Full enough that what is wrong can be known. */
const fullDays = days.map((plan) => ({ ...plan, runners: 60 + plan.runners }));

const offsets = fc.constantFrom(-HOUR_MS, -20 * MINUTE_MS, 20 * MINUTE_MS, HOUR_MS);

test('[CR6] no clock is suspected while all are right, at any moment of the day', () => {
  fc.assert(
    fc.property(days, fc.double({ min: 0, max: 1, noNaN: true }), (plan, part) => {
      const { reads, rules } = inventClockDay(plan);
      expect(suspectClocks(reads, rules).suspicions).toEqual([]);
      const inTime = reads.toSorted((a, b) => a.scan.timeMs - b.scan.timeMs);
      const soFar = inTime.slice(0, Math.ceil(part * reads.length));
      expect(suspectClocks(soFar, rules).suspicions).toEqual([]);
    }),
    RUNS,
  );
});

test('[CR6] of three sources at a line the one that is wrong is suspected, with its shift', () => {
  fc.assert(
    fc.property(fullDays, fc.nat({ max: 2 }), offsets, (plan, place, byMs) => {
      const day = { ...plan, linesOf: 3 };
      const { reads, rules } = inventClockDay(day);
      const source = sourceAt('finish', place, day);
      const found = suspectClocks(moveClock(reads, source, byMs), rules).suspicions;
      expect(found.map((one) => [one.source, one.by])).toEqual([[source, 'other-source']]);
      expect(Math.abs((found[0]?.shiftMs ?? Infinity) + byMs)).toBeLessThan(6_000);
    }),
    RUNS,
  );
});

test('[CR6] a source alone at its point is suspected by the order, with about its shift', () => {
  fc.assert(
    fc.property(
      fullDays,
      fc.constantFrom('cp2' as const, 'cp3' as const),
      fc.integer({ min: 3, max: 8 }),
      offsets,
      (plan, point, leg, byMs) => {
        const day = { ...plan, pointsOf: 1, leg };
        const { reads, rules } = inventClockDay(day);
        const source = sourceAt(point, 0, day);
        const found = suspectClocks(moveClock(reads, source, byMs), rules).suspicions;
        expect(found.map((one) => [one.source, one.point, one.by])).toEqual([
          [source, point, 'order'],
        ]);
        const errorMs = Math.abs((found[0]?.shiftMs ?? Infinity) + byMs);
        expect(errorMs).toBeLessThanOrEqual(leg * 2 * MINUTE_MS);
      },
    ),
    RUNS,
  );
});

test('[CR6] without arrivals only a clock off by whole hours is named, if any', () => {
  const hours = fc.constantFrom(-24, -12, -1, 1, 12, 24);
  fc.assert(
    fc.property(fullDays, fc.nat(), hours, (plan, pick, off) => {
      const day = { ...plan, linesOf: 1, pointsOf: 1 };
      const { reads, rules } = inventClockDay(day);
      const sources = [...new Set(reads.map(({ scan }) => scan.source))];
      const source = sources[pick % sources.length] ?? '';
      const wrong = moveClock(reads, source, off * HOUR_MS);
      const found = suspectClocks(wrong, rules).suspicions;
      const named = [source, -off * HOUR_MS];
      const ofSource = [[], [named], [[source, null]]];
      expect(ofSource).toContainEqual(found.map((one) => [one.source, one.shiftMs]));
    }),
    RUNS,
  );
});

test('[CR6] the order of reads does not matter', () => {
  const shuffled = fullDays.chain((plan) => {
    const day = { ...plan, leg: 6 };
    const { reads, rules } = inventClockDay(day);
    const wrong = moveClock(reads, sourceAt('cp2', 0, day), HOUR_MS);
    const order = fc.shuffledSubarray([...wrong], { minLength: wrong.length });
    return order.map((mixed) => [
      suspectClocks(wrong, rules).suspicions,
      suspectClocks(mixed, rules).suspicions,
    ]);
  });
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(one).not.toEqual([]);
      expect(other).toEqual(one);
    }),
    { numRuns: 20 },
  );
});

test('[CR6] live, only the wrong source is named, from its third read on', () => {
  const amounts = fc
    .tuple(fc.integer({ min: MINUTE_MS, max: 49 * HOUR_MS }), fc.constantFrom(-1, 1))
    .map(([ms, sign]) => ms * sign);
  fc.assert(
    fc.property(
      fullDays,
      fc.nat(),
      fc.double({ min: 0, max: 1, noNaN: true }),
      amounts,
      (plan, pick, part, byMs) => {
        const { reads, rules } = inventClockDay(plan);
        const sources = [...new Set(reads.map(({ scan }) => scan.source))];
        const source = sources[pick % sources.length] ?? '';
        const late = new Set(sources.filter((each) => each !== source && each.endsWith('2')));
        const live = asLive(reads, plan.seed, { source, byMs }, late);
        const soFar = live.slice(0, Math.ceil(part * live.length));
        const named = suspectClocks(soFar, rules).suspicions.map((one) => one.source);
        expect([[], [source]]).toContainEqual(named);
        // What was held back comes in at once: its first reads are some seconds apart.
        const arrivals = live.flatMap(({ scan, asRead }) =>
          scan.source === source ? [asRead.arrivedMs] : [],
        );
        const third = arrivals.find(
          (ms, at) => at >= 2 && ms - (arrivals[0] ?? ms) >= 5 * SECOND_MS,
        );
        // A reader may be late by a few minutes: that takes some more of them.
        const isLittle = byMs < 0 && byMs >= -6 * MINUTE_MS;
        const knownMs = isLittle ? (arrivals[29] ?? arrivals.at(-1)) : third;
        const early = live.filter(({ asRead }) => asRead.arrivedMs <= (knownMs ?? -Infinity));
        const first = suspectClocks(early, rules).suspicions;
        expect(first.map((one) => [one.source, one.by])).toEqual([[source, 'arrival']]);
        const { suspicions, right } = suspectClocks(live, rules);
        expect(suspicions.map((one) => [one.source, one.by])).toEqual([[source, 'arrival']]);
        expect(Math.abs((suspicions[0]?.shiftMs ?? Infinity) + byMs)).toBeLessThan(2_000);
        expect(right).not.toContain(source);
      },
    ),
    RUNS,
  );
});
