import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Result } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { scoreRace } from '#tests/support/score-race.ts';
import {
  buildTwoMatRace,
  type Crosser,
  type FinishMat,
  GUN_MS,
  type Mat,
  momentAt,
  twoMatRaces,
} from '#tests/support/two-mats.ts';

import { scoreSlowly } from './slow-scorer.ts';

test('[ST10 FN6] starts and finishes at several mats are those of the slow scorer', () => {
  fc.assert(
    fc.property(twoMatRaces, ({ runners, scans, config }) => {
      const results = scoreRace(runners, scans, config);
      expect(results).toEqual(scoreSlowly(runners, scans, config).results);
    }),
    { numRuns: 60 },
  );
});

const startsOf = (results: readonly Result[]): Map<string, number | null> =>
  new Map(results.map(({ runnerId, startedAtMs }) => [runnerId, startedAtMs]));

test('[ST10] a runner missed by one of two mats gets the time of those read by both, within the spread of the field', () => {
  const crossing = fc.record({
    atMs: fc.integer({ min: 0, max: 600 }).map((tenths) => GUN_MS + tenths * 100),
    hurryMs: fc.integer({ min: -400, max: 400 }),
    isReadTwice: fc.boolean(),
  });
  const mats = fc.constantFrom<readonly Mat[]>(['first'], ['second'], ['first', 'second']);
  const fields = fc.tuple(
    fc.array(crossing, { minLength: 10, maxLength: 20 }),
    fc.array(fc.tuple(crossing, mats), { maxLength: 20 }),
  );
  fc.assert(
    fc.property(fields, ([both, others]) => {
      const field: Crosser[] = [
        ...both.map((one) => ({ ...one, mats: ['first', 'second'] as const })),
        ...others.map(([one, read]) => ({ ...one, mats: read })),
      ];
      const { runners, scans, config } = buildTwoMatRace(field);
      const starts = startsOf(scoreRace(runners, scans, config));
      for (const [index, crosser] of field.entries()) {
        const start = starts.get(`runner-${index}`) ?? Number.NaN;
        expect(Math.abs(start - momentAt(crosser, 'second'))).toBeLessThanOrEqual(850);
      }
    }),
    { numRuns: 60 },
  );
});

/** Somebody a second behind the one before them. */
const read = (mats: readonly Mat[]) => (_: unknown, index: number) => ({
  atMs: GUN_MS + index * 1_000,
  hurryMs: 0,
  isReadTwice: false,
  mats,
});

const finished = (finishMats: readonly FinishMat[]) => (_: unknown, index: number) => ({
  ...read(['first'])(_, index),
  finishMats,
});

const totalsOf = (many: number): Set<number | null> => {
  const both = Array.from({ length: many }, finished(['finish', 'finish-2']));
  const field = [finished(['finish-2'])(0, 0), finished(['finish'])(0, 1), ...both];
  const { runners, scans, config } = buildTwoMatRace(field);
  return new Set(scoreRace(runners, scans, config).map(({ totalMs }) => totalMs));
};

test('[FN6] a finisher read only by the backup gets the time of the first mat, once ten were read by both', () => {
  expect(totalsOf(10)).toEqual(new Set([40 * MINUTE_MS]));
  expect(totalsOf(9)).toEqual(new Set([40 * MINUTE_MS, 40 * MINUTE_MS + 2_000]));
});

test('[ST10] nothing moves when few were read at both, or with one mat', () => {
  const single = Array.from({ length: 3 }, read(['first']));
  for (const many of [9, 10]) {
    const both = Array.from({ length: many }, read(['first', 'second']));
    const { runners, scans, config } = buildTwoMatRace([...single, ...both]);
    const starts = startsOf(scoreRace(runners, scans, config));
    expect(starts.get('runner-0')).toBe(GUN_MS + (many === 10 ? 2_400 : 0));
  }
  const { runners, scans, config } = buildTwoMatRace(Array.from({ length: 20 }, read(['first'])));
  expect(
    [...startsOf(scoreRace(runners, scans, config)).values()].toSorted(
      (a, b) => (a ?? 0) - (b ?? 0),
    ),
  ).toEqual(Array.from({ length: 20 }, (_, index) => GUN_MS + index * 1_000));
});
