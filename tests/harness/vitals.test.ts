import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRandom } from '#server/system/random.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

import { findRise, type Series } from './vitals.ts';

const EVERY_MS = 5_000;

/** The memory of an instance: it comes to work, has its garbage collected, and is struck at times. */
function takeMemory(seed: number, minutes: number, leakPerHour = 0): Series {
  const random = createRandom(seed);
  let garbage = 0;
  const readings = Array.from({ length: (minutes * MINUTE_MS) / EVERY_MS }, (_, index) => {
    const atMs = index * EVERY_MS;
    garbage = garbage > 25 ? 0 : garbage + random.between(0, 4);
    const coming = 40 * (1 - Math.exp(-atMs / (2 * MINUTE_MS)));
    const blow = random.chance(0.05) ? random.between(0, 60) : 0;
    const value = 90 + coming + garbage + blow + (leakPerHour * atMs) / HOUR_MS;
    return { atMs, value };
  });
  return { process: 'web-1', vital: 'memory, MB', readings };
}

function isOver(minutes: number, leak: number, changesPerHour: number, seed: number) {
  const found = findRise(takeMemory(seed, minutes, leak), changesPerHour);
  return found && found.rise > found.limit;
}

test('noise alone is within the bound, a leak is over it, and a race that is too short says nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => {
      expect(isOver(120, 0, 0, seed)).toBe(false);
      expect(isOver(15, 0, 0, seed)).toBe(false);
      expect(isOver(120, 120, 0, seed)).toBe(true);
      // Memory kept for each change is allowed.
      expect(isOver(120, 120, 60_000, seed)).toBe(false);
    }),
    { numRuns: 20 },
  );
  expect(isOver(0.5, 0, 0, 7)).toBeUndefined();
});
