import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';

import { planWatched, planSteadyFaults } from './plan-crowd.ts';

const seeds = fc.integer({ min: 1, max: 2 ** 31 });

test('[HN14] the same seed, length and crowd give the same plan, and other ones another', () => {
  const plan = planWatched(7, 3, 20);
  expect(planWatched(7, 3, 20)).toEqual(plan);
  const digests = [planWatched(8, 3, 20), planWatched(7, 4, 20), planWatched(7, 3, 21)].map(
    ({ race }) => race.digest,
  );
  expect(new Set([plan.race.digest, ...digests]).size).toBe(4);
});

test('[HN14] a fault begins every twenty seconds, none before the last is over, and who is followed throughout is never killed', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 30 }), (seed, minutes) => {
      const faults = planSteadyFaults(seed, minutes);
      for (const [index, { atMs, forMs }] of faults.entries()) {
        expect(Math.floor(atMs / 20_000)).toBe(index);
        expect(atMs + forMs).toBeLessThan((index + 1) * 20_000);
        expect(atMs + forMs).toBeLessThanOrEqual(minutes * MINUTE_MS);
      }
      expect(faults.length).toBeGreaterThanOrEqual(minutes * 3 - 1);
    }),
  );
  const killed = planSteadyFaults(7, 120).filter(({ kind }) => kind === 'kill');
  expect(new Set(killed.map(({ target }) => target))).toEqual(new Set(['web-2', 'mat-2', 'mat-3']));
});

test('[HN14] all of a crowd come within the first tenth, come again, and some stop reading for a while', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { spectators } = planWatched(seed, 20, 60);
      for (const { visits } of spectators) {
        expect(visits[0]?.atMs).toBeLessThanOrEqual(2 * MINUTE_MS);
        for (const [index, { atMs, stayMs, stalls }] of visits.entries()) {
          expect(atMs + stayMs).toBeLessThanOrEqual(20 * MINUTE_MS);
          expect(visits[index + 1]?.atMs ?? Infinity).toBeGreaterThan(atMs + stayMs);
          for (const { afterMs } of stalls) expect(afterMs).toBeLessThan(stayMs);
        }
      }
      const all = spectators.flatMap(({ visits }) => visits);
      expect(all.length).toBeGreaterThan(3 * spectators.length);
      expect(new Set(all.map(({ isPolite }) => isPolite)).size).toBe(2);
      expect(new Set(spectators.map(({ web }) => web)).size).toBe(2);
    }),
    { numRuns: 5 },
  );
  const slow = planWatched(7, 20, 400).spectators.filter(({ visits }) =>
    visits.some(({ stalls }) => stalls.length > 0),
  );
  expect(slow.length).toBeGreaterThan(20);
  expect(slow.length).toBeLessThan(60);
});
