import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Correction } from '#shared/model/decisions.ts';
import { Corrections } from '#shared/scoring/correct-reads.ts';

import { corrections, rightReads } from './random-corrections.ts';
import { type RandomRace, races } from './random-race.ts';

const RUNS = { numRuns: 1_000 };

const decided: fc.Arbitrary<readonly [RandomRace, readonly Correction[]]> = races.chain((race) =>
  fc.tuple(
    fc.constant(race),
    fc.uniqueArray(corrections(race.scans), { selector: (one) => one.correctionId }),
  ),
);

test('[CR1 CR2] each read is corrected by the rules, and one without a correction stays the same object', () => {
  fc.assert(
    fc.property(decided, ([{ scans }, list]) => {
      const all = new Corrections(list);
      for (const scan of scans) {
        const { scan: counted, corrections: about } = all.correct(scan);
        expect(counted === undefined ? [] : [counted]).toEqual(rightReads([scan], list));
        expect(counted === scan).toBe(about.length === 0);
      }
    }),
    RUNS,
  );
});
