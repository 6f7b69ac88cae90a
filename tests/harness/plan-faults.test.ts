import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';

import { type Fault, type FaultScope, listFaultTypes, planFaults } from './plan-faults.ts';
import { planRace } from './plan-race.ts';

const seeds = fc.integer({ min: 1, max: 2 ** 31 });
const lengths = fc.double({ min: 0.01, max: 5, noNaN: true });

function nameOf({ kind, target, loss }: Omit<Fault, 'atMs' | 'forMs'>): string {
  return `${kind} ${target} ${loss}`;
}

test('the same seed and length give the same plan, and other seeds other plans', () => {
  fc.assert(
    fc.property(seeds, lengths, (seed, minutes) => {
      expect(planRace(seed, minutes)).toEqual(planRace(seed, minutes));
    }),
    { numRuns: 20 },
  );
  const digests = Array.from({ length: 50 }, (_, seed) => planRace(seed, 1).digest);
  expect(new Set(digests).size).toBe(50);
});

test.each<FaultScope>([{}, { disks: true, links: true }])(
  'every fault occurs, none again before all others, and never two at a time at one target: %o',
  (scope) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const faults = planFaults(seed, 4, scope);
        const counts = listFaultTypes(scope).map(
          (one) => faults.filter((fault) => nameOf(fault) === nameOf(one)).length,
        );
        expect(Math.min(...counts)).toBeGreaterThan(0);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        const freeMs = new Map<string, number>();
        for (const { target, atMs, forMs } of faults) {
          expect(atMs).toBeGreaterThan(freeMs.get(target) ?? 0);
          expect(atMs + forMs).toBeLessThanOrEqual(4 * MINUTE_MS);
          freeMs.set(target, atMs + forMs);
        }
        const isTogether = ({ atMs, forMs }: Fault): boolean =>
          faults.some((other) => other.atMs > atMs && other.atMs < atMs + forMs);
        expect(new Set(faults.map(isTogether)).size).toBe(2);
      }),
      { numRuns: 20 },
    );
  },
);
