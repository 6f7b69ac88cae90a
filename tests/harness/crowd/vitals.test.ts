import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRandom } from '#server/system/random.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

import { findRises, type Reading, type Rise } from './vitals.ts';

const EVERY_MS = 5_000;

/** The memory of an instance as it is: it comes to work, has its garbage taken away, and is struck at times. */
function takeMemory(seed: number, minutes: number, leakPerHour = 0): readonly Reading[] {
  const random = createRandom(seed);
  let garbage = 0;
  return Array.from({ length: (minutes * MINUTE_MS) / EVERY_MS }, (_, index) => {
    const atMs = index * EVERY_MS;
    garbage = garbage > 25 ? 0 : garbage + random.between(0, 4);
    const coming = 40 * (1 - Math.exp(-atMs / (2 * MINUTE_MS)));
    const blow = random.chance(0.05) ? random.between(0, 60) : 0;
    const value = 90 + coming + garbage + blow + (leakPerHour * atMs) / HOUR_MS;
    return { process: 'web-1', life: 1, vital: 'instance memory, MB', atMs, value };
  });
}

const isOver = ({ rise, limit }: Rise): boolean => rise > limit;

test('[HN16] noise alone is over no bound, a leak of two hours is found, and a race that is too short says nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
      expect(findRises(takeMemory(seed, 120), 0).map(isOver)).toEqual([false]);
      expect(findRises(takeMemory(seed, 15), 0).map(isOver)).toEqual([false]);
      expect(findRises(takeMemory(seed, 120, 120), 0).map(isOver)).toEqual([true]);
    }),
    { numRuns: 20 },
  );
  expect(findRises(takeMemory(7, 0.5), 0)).toEqual([]);
});

test('[HN16] what is kept of each change is allowed, and the longest life is judged', () => {
  expect(findRises(takeMemory(7, 120, 120), 60_000).map(isOver)).toEqual([false]);
  const later = takeMemory(2, 20).map((one) => Object.assign({}, one, { life: 2 }));
  const [rise] = findRises([...takeMemory(1, 8, 900), ...later], 0);
  expect(rise).toEqual(findRises(later, 0)[0]);
});
