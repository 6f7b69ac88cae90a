import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { createRandom } from '#server/system/random.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';

import { type Judged, judgeVitals } from './judge-vitals.ts';
import type { Reading } from './vitals.ts';

const EVERY_MS = 5_000;
const WEB = { of: 'instance', process: 'web-1', life: 1, vital: 'memory, MB' } as const;

/** The memory of an instance as it is: it comes to work, has its garbage taken away, wanders, and is struck at times. */
function takeMemory(seed: number, minutes: number, leakPerHour = 0): readonly Reading[] {
  const random = createRandom(seed);
  let garbage = 0;
  let wandering = 0;
  return Array.from({ length: (minutes * MINUTE_MS) / EVERY_MS }, (_, index) => {
    const atMs = index * EVERY_MS;
    garbage = garbage > 25 ? 0 : garbage + random.between(0, 4);
    wandering = 0.9 * wandering + random.normal() * 2;
    const coming = 40 * (1 - Math.exp(-atMs / (2 * MINUTE_MS)));
    const blow = random.chance(0.05) ? random.between(0, 60) : 0;
    const leak = (leakPerHour * atMs) / HOUR_MS;
    return { ...WEB, atMs, value: 90 + coming + garbage + wandering + blow + leak };
  });
}

function judge(readings: readonly Reading[], changesPerHour = 0): Judged {
  const [judged, another] = judgeVitals(readings, changesPerHour);
  if (!judged || another) throw new Error('One vital of one process was to be judged.');
  return judged;
}

const seeds = fc.integer({ min: 1, max: 2 ** 31 });

test('[HN16] noise alone is over no bound, however short or long the race', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 120 }), (seed, minutes) => {
      expect(judge(takeMemory(seed, minutes)).judgement).not.toBe('over');
    }),
    { numRuns: 40 },
  );
  expect(judge(takeMemory(7, 120)).judgement).toBe('held');
  expect(judge(takeMemory(7, 0.5)).judgement).toBe('open');
});

test('[HN16] a leak hidden in the noise is found', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { judgement, slope } = judge(takeMemory(seed, 120, 120));
      expect(judgement).toBe('over');
      expect(slope?.estimate).toBeGreaterThan(100);
    }),
    { numRuns: 30 },
  );
});

test('[HN16] what is kept of each change is allowed, and what comes once is a wider bound for a short race', () => {
  const leaky = takeMemory(7, 120, 120);
  expect(judge(leaky, 8_000).limit - judge(leaky).limit).toBeCloseTo(8_000 * 0.002, 6);
  expect(judge(leaky, 60_000).judgement).toBe('held');
  const limits = [10, 60, 600].map((minutes) => judge(takeMemory(7, minutes)).limit);
  expect(limits).toEqual(limits.toSorted((a, b) => b - a));
  expect(limits[2]).toBeLessThan(28);
});

test('[HN16] each life is a course of its own, and the longest is judged', () => {
  const long = takeMemory(2, 20);
  const later = long.map((one) => ({ ...one, life: 2, atMs: one.atMs + 9 * MINUTE_MS }));
  const { lives, end, slope } = judge([...takeMemory(1, 8, 900), ...later]);
  expect({ lives, end }).toEqual({ lives: 2, end: judge(long).end });
  expect(slope?.estimate).toBeCloseTo(judge(long).slope?.estimate ?? 0, 6);
});

/** Delays of the event loop that never change. */
function takeDelays(value: number): readonly Reading[] {
  const delay = { ...WEB, vital: 'loop delay p99, ms', value };
  return Array.from({ length: 100 }, (_, index) => ({ ...delay, atMs: index * EVERY_MS }));
}

test('[HN16] a vital that stands too high is over without any slope', () => {
  expect(judge(takeDelays(600)).judgement).toBe('over');
  expect(judge(takeDelays(400)).judgement).toBe('held');
});
