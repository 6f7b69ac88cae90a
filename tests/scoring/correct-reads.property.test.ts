import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Correction } from '#shared/model/decisions.ts';
import type { Scan } from '#shared/model/scan.ts';
import { Corrections } from '#shared/scoring/correct-reads.ts';
import { scoreAll } from '#tests/support/score-race.ts';

import {
  type CorrectionStep,
  corrections,
  correctionSteps,
  makeRight,
  rightReads,
} from './random-corrections.ts';
import { type RandomRace, races } from './random-race.ts';
import { scoreSlowly } from './slow-scorer.ts';

const RUNS = { numRuns: 1_000 };

/** A race, and what its organisers decide about its reads. */
const corrected: fc.Arbitrary<readonly [RandomRace, readonly CorrectionStep[]]> = races.chain(
  (race) => fc.tuple(fc.constant(race), fc.array(correctionSteps(race.scans), { maxLength: 12 })),
);

const decided: fc.Arbitrary<readonly [RandomRace, readonly Correction[]]> = races.chain((race) =>
  fc.tuple(
    fc.constant(race),
    fc.uniqueArray(corrections(race.scans), { selector: (one) => one.correctionId }),
  ),
);

function correctAll(scans: readonly Scan[], all: Corrections): Scan[] {
  return [...scans, ...all.added].flatMap((scan) => all.correct(scan).scan ?? []);
}

test('[CR5 CR7] with corrections made, replaced and taken back in any order a race is the same as if the reads had been right', () => {
  fc.assert(
    fc.property(corrected, ([race, steps]) => {
      let all = new Corrections();
      const left = new Map<string, Correction>();
      for (const step of steps) {
        if (step.kind === 'correct') {
          all = all.with(step.correction);
          left.set(step.correction.correctionId, step.correction);
        } else {
          all = all.without(step.correctionId);
          left.delete(step.correctionId);
        }
      }
      const { runners, scans, config } = race;
      const right = scoreSlowly(runners, makeRight(scans, [...left.values()]), config);
      const counted = correctAll(scans, all);
      expect(scoreAll({ ...race, scans: counted })).toMatchObject({
        results: right.results,
        verdicts: right.verdicts,
      });
    }),
    RUNS,
  );
});

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
