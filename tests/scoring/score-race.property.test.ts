import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import { THE_DESK } from '#shared/model/decisions.ts';
import type { Result } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { scoreAll, scoreRace } from '#tests/support/score-race.ts';
import { twoMatRaces } from '#tests/support/two-mats.ts';

import { anyRaces, type RandomRace, races } from './random-race.ts';
import { placeBySetup, tie } from './slow-ranking.ts';
import { scoreSlowly } from './slow-scorer.ts';
import { readSlowly } from './slow-setup.ts';

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

test('[ST10 FN6 CR7] starts and finishes at several mats equal the slow scorer’s, and added reads have no mat', () => {
  fc.assert(
    fc.property(twoMatRaces, fc.boolean(), ({ runners, scans: read, config }, isAdded) => {
      const scans = read.map((scan) =>
        isAdded && scan.source === 'second' ? { ...scan, source: THE_DESK } : scan,
      );
      const results = scoreRace(runners, scans, config);
      expect(results).toEqual(scoreSlowly(runners, scans, config).results);
    }),
    { numRuns: 100 },
  );
});

/** Longer than any race: keeps laps and times apart. */
const LAP = 1e12;

test('[RK3 RK12 RK13 RK14 RK15 GP1 GP4] places of a random race of any kind equal those counted by the slow ranking', () => {
  fc.assert(
    fc.property(anyRaces, ({ runners, scans, config }) => {
      const rows = scoreRace(runners, scans, config);
      const setup = readSlowly(config);
      const standings = new Standings(new Courses(setup));
      standings.replaceAll(rows, {});
      for (const distance of setup.distances) {
        const field = rows.filter(({ events }) => events === distance.code);
        const whole = (row: Result, totalMs: number | null): number | null =>
          totalMs === null || row.status !== 'finished'
            ? null
            : tie(totalMs, distance) - (distance.rankedBy === 'laps' ? (row.laps ?? 0) * LAP : 0);
        const inCategory = (row: Result) => whole(row, row.categoryMs ?? row.totalMs);
        // Ties are made before laps are put on top.
        const { ties, ...rest } = distance;
        const asTied = ties === 'dense' ? { ...rest, ties } : rest;
        const place = (row: Result, mates: readonly Result[], of: typeof inCategory) =>
          placeBySetup(of(row), mates.map(of), asTied);
        for (const row of field) {
          const group = field.filter(({ ageGroup }) => ageGroup === row.ageGroup);
          const overall = place(row, field, (one) => whole(one, one.totalMs));
          const ofGroup = row.ageGroup === '' ? null : place(row, group, inCategory);
          expect(standings.placeOf(row.runnerId)).toBe(overall);
          expect(standings.groupPlaceOf(row.runnerId)).toBe(ofGroup);
          const found = standings.groupPlacesAt(row, 'finish');
          expect([found.overall?.place ?? null, found.ageGroup?.place ?? null]).toEqual([
            overall,
            ofGroup,
          ]);
        }
      }
    }),
    { numRuns: 400 },
  );
});
