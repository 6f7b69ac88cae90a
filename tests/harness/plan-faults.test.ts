import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { MINUTE_MS } from '#shared/model/time.ts';

import {
  ALL_MATS,
  COPY_FAULTS,
  describeFault,
  type Fault,
  listDiskFaults,
  listFaults,
  listLinkFaults,
  MATS,
  planFaults,
} from './plan-faults.ts';
import { planRace } from './plan-work.ts';

const seeds = fc.integer({ min: 1, max: 2 ** 31 });
const lengths = fc.double({ min: 0.01, max: 5, noNaN: true });

function nameOf({ kind, target }: Pick<Fault, 'kind' | 'target'>): string {
  return `${kind} ${target}`;
}

test('[HN1] the same seed and length give the same faults, reads and saves, and other seeds others', () => {
  fc.assert(
    fc.property(seeds, lengths, (seed, minutes) => {
      expect(planRace(seed, minutes)).toEqual(planRace(seed, minutes));
    }),
    { numRuns: 20 },
  );
  const digests = Array.from({ length: 50 }, (_, seed) => planRace(seed, 1).digest);
  expect(new Set(digests).size).toBe(50);
});

test('[HN2] of one target no fault begins before the last one is over, and all are over when the race is', () => {
  fc.assert(
    fc.property(seeds, lengths, (seed, minutes) => {
      const freeMs = new Map<string, number>();
      let lastMs = 0;
      for (const { target, atMs, forMs } of planFaults(seed, minutes)) {
        expect(atMs).toBeGreaterThanOrEqual(lastMs);
        expect(atMs).toBeGreaterThan(freeMs.get(target) ?? 0);
        expect(atMs + forMs).toBeLessThanOrEqual(minutes * MINUTE_MS);
        freeMs.set(target, atMs + forMs);
        lastMs = atMs;
      }
    }),
  );
});

test('[HN2] every fault comes, several of them at once, and none again before all came', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const faults = planFaults(seed, 4);
      expect(new Set(faults.map(nameOf)).size).toBe(listFaults(MATS).length);
      const isTogether = ({ atMs, forMs }: Fault): boolean =>
        faults.some((other) => other.atMs > atMs && other.atMs < atMs + forMs);
      expect(faults.some(isTogether)).toBe(true);
      expect(faults.every(isTogether)).toBe(false);
      const counts = listFaults(MATS).map(
        (one) => faults.filter((fault) => nameOf(fault) === nameOf(one)).length,
      );
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 30 },
  );
});

test('[HN1] a fault is told in a line', () => {
  expect(describeFault({ kind: 'kill', target: 'redis', atMs: 12_340, forMs: 2_000 })).toBe(
    '  12.3 s  kill     redis  for 2.0 s',
  );
});

test('[HN8] with copies Redis is killed, stands still and lags in turn, and without them a seed is the same course as ever', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const faults = planFaults(seed, 4, { copies: true });
      const ofRedis = faults.filter(({ target }) => target === 'redis').map(({ kind }) => kind);
      expect(ofRedis.slice(0, COPY_FAULTS.length).toSorted()).toEqual(COPY_FAULTS.toSorted());
      const others = new Set(faults.filter(({ target }) => target !== 'redis').map(nameOf));
      expect(others.size).toBe(listFaults(MATS).length - 2);
      expect(faults.map(({ atMs }) => atMs)).toEqual(
        faults.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 30 },
  );
  expect(planRace(7, 2).digest).toBe('6beeba66a5d9024a');
  expect(planRace(7, 2, { copies: true })).toEqual(planRace(7, 2, { copies: true }));
  expect(planRace(7, 2, { copies: true }).digest).not.toBe(planRace(7, 2).digest);
});

test('[HN10] with disks each of their faults comes among the others, and without them a seed is the same course as ever', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const faults = planFaults(seed, 3, { disks: true });
      expect(
        new Set(faults.map((fault) => JSON.stringify({ ...fault, atMs: 0, forMs: 0 }))).size,
      ).toBe(listFaults(MATS).length + listDiskFaults(MATS).length);
    }),
    { numRuns: 30 },
  );
  expect(planRace(7, 2).digest).toBe('6beeba66a5d9024a');
  expect(planRace(7, 2, { disks: true })).toEqual(planRace(7, 2, { disks: true }));
  const fault = { kind: 'power', target: 'mat-1', atMs: 500, forMs: 2_000, loss: 'half' } as const;
  expect(describeFault(fault)).toBe('   0.5 s  power    mat-1  for 2.0 s  (half)');
});

test('[HN20] with links each of their faults comes among the others, and without them a seed is the same course as ever', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const faults = planFaults(seed, 3, { links: true });
      expect(
        new Set(faults.map((fault) => JSON.stringify({ ...fault, atMs: 0, forMs: 0 }))).size,
      ).toBe(listFaults(MATS).length + listLinkFaults(MATS).length);
    }),
    { numRuns: 30 },
  );
  expect(planRace(7, 2, { links: true }).digest).not.toBe(planRace(7, 2).digest);
});

test('[HN18] with more scanners each of them gives reads and is struck, and with three a seed is the same course as ever', () => {
  const { mats, reads, faults } = planRace(7, 4, { scanners: 8 });
  expect(mats).toEqual(ALL_MATS);
  expect(new Set(reads.map(({ mat }) => mat))).toEqual(new Set(ALL_MATS));
  expect(new Set(faults.map(nameOf)).size).toBe(listFaults(ALL_MATS).length);
  expect(planRace(7, 2, { scanners: 3 }).digest).toBe('6beeba66a5d9024a');
});
