import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Runner } from '#shared/model/runner.ts';
import { scoreAll, scoreRace } from '#tests/support/score-race.ts';

import { anyRaces, type RandomRace, races, shuffledRaces } from './random-race.ts';
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

test('[RK10 ST2 ST3 ST4 ST5 CP2 CP3 KM1 FN1 FN3 SC1 SC2 SC3 SC4 SC5 OV1 OV4 OV7 HT2 HT1 MS1 MS2 MS3] a random race has the rows, verdicts and missing runners the slow scorer gives it', () => {
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

test('[SC2] scans shuffled and sent twice change neither a row nor a verdict', () => {
  fc.assert(
    fc.property(shuffledRaces, ([race, shuffled]) => {
      expect(scoreAll({ ...race, scans: shuffled })).toEqual(scoreAll(race));
    }),
    RUNS,
  );
});

test('[OV9 OV10] a disqualified runner is listed as DNF without times, others are ranked as if they were not there, and without the override for DNF nobody is disqualified', () => {
  fc.assert(
    fc.property(races, fc.nat(), ({ runners, scans, config }, drawn) => {
      const isOut = (_: Runner, index: number): boolean => (drawn >> index) % 2 === 1;
      const disqualified = { rule: 'Cut the course', atMs: 0, by: 'a@example.org' };
      const all = runners.map((runner, index) =>
        isOut(runner, index) ? { ...runner, overrideTime: '00:00:01', disqualified } : runner,
      );
      const rows = scoreRace(all, scans, config);
      const others = runners.filter(({ overrideTime }) => !/^0?0:00:01$/.test(overrideTime));
      const ruled = others.map((one) => ({ ...one, disqualified }));
      expect(scoreRace(ruled, scans, config)).toEqual(scoreRace(others, scans, config));
      const outIds = new Set(all.filter(isOut).map(({ runnerId }) => String(runnerId)));
      const without = scoreRace(
        runners.filter((one, at) => !isOut(one, at)),
        scans,
        config,
      );
      const clean = (list: typeof rows) => list.map((row) => ({ ...row, totalRunners: 0 }));
      expect(clean(rows.filter(({ runnerId }) => !outIds.has(runnerId)))).toEqual(clean(without));
      const out = rows.filter(({ runnerId }) => outIds.has(runnerId));
      expect(out).toHaveLength(outIds.size);
      for (const { splitsMs, komsMs, checkPointTwo, wodTime, ...row } of out) {
        expect(row).toMatchObject({ status: 'dnf', isDisqualified: true, totalTime: 'DNF' });
        expect([...splitsMs, ...komsMs].every((timeMs) => timeMs === null)).toBe(true);
        expect([row.totalMs, checkPointTwo, row.checkPointTwoPosition, wodTime]).toEqual([
          null,
          '',
          '',
          '',
        ]);
      }
    }),
    RUNS,
  );
});
