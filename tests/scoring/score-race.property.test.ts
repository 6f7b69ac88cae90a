import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreAll } from '#tests/support/score-race.ts';

import { anyRaces, type RandomRace, races } from './random-race.ts';
import { scoreSlowly } from './slow-scorer.ts';

const RUNS = { numRuns: 1_000 };

const inSlow = ({ runners, scans, config }: RandomRace) => {
  const { missing, ...slow } = scoreSlowly(runners, scans, config);
  const unassigned = scans.filter(
    ({ scanId, bandId }) => slow.verdicts.get(scanId) === 'unassigned' && /^\d/.test(bandId),
  );
  return {
    ...slow,
    missing: new Set(missing),
    unassigned: new Set(unassigned.map(({ bandId }) => bandId)),
  };
};

test('[RK1 RK5 RK10 ST1 ST2 ST3 ST4 ST5 ST9 CP2 CP3 KM1 FN1 FN3 FN5 SC1 SC2 SC3 SC4 SC5 OV1 OV4 OV7 OV9 OV10 HT2 HT1 MS1 MS2 MS3] a random race has the rows, verdicts and missing runners the slow scorer gives it', () => {
  fc.assert(
    fc.property(races, (race) => {
      expect(scoreAll(race)).toEqual(inSlow(race));
    }),
    RUNS,
  );
});

test('[RD1 RD2 RD4 RK8 RK12 VS1 VS2 VS3 MB1 ST12] a random race of any kind has the rows and verdicts the slow scorer gives it', () => {
  fc.assert(
    fc.property(anyRaces, (race) => {
      expect(scoreAll(race)).toEqual(inSlow(race));
    }),
    RUNS,
  );
});
