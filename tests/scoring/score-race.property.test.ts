import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { type Runner, bandsOf } from '#shared/model/runner.ts';
import type { Scan } from '#shared/model/scan.ts';
import {
  attributeScans,
  countEventTotals,
  presentAll,
  scoreRace,
} from '#shared/scoring/score-race.ts';
import { handBandOf } from '#shared/scoring/replaced-reads.ts';
import { isMissing } from '#shared/scoring/whereabouts.ts';
import { presentUnrankedResult } from '#shared/scoring/present-result.ts';
import { scoreRunner } from '#shared/scoring/score-runner.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { judgeAll } from './judge-all.ts';
import { anyRaces, races, shuffledRaces } from './random-race.ts';
import { scoreSlowly } from './slow-scorer.ts';

const RUNS = { numRuns: 1_000 };

test('[RK10 ST2 ST3 ST4 ST5 CP2 CP3 KM1 FN1 FN3 SC1 SC2 SC3 SC4 SC5 OV1 OV4 HT2 HT1 MS1] a random race has the rows, verdicts and missing runners the slow scorer gives it', () => {
  fc.assert(
    fc.property(races, (race) => {
      const { runners, scans, config } = race;
      const slow = scoreSlowly(runners, scans, config);
      expect(scoreRace(runners, scans, config)).toEqual(slow.results);
      expect(judgeAll(race)).toEqual(slow.verdicts);
      const { byRunner } = attributeScans(runners, scans);
      const rules = scoringRulesOf(config);
      const missing = runners.filter((runner) =>
        isMissing(runner, scoreRunner(runner, byRunner.get(runner.runnerId) ?? [], rules)),
      );
      expect(missing.map(({ runnerId }) => runnerId)).toEqual(slow.missing);
    }),
    RUNS,
  );
});

test('[RD1 RD2 RD4 RK8 RK12 VS1 VS2 VS3 MB1 ST12] a random race of any kind has the rows and verdicts the slow scorer gives it', () => {
  fc.assert(
    fc.property(anyRaces, (race) => {
      const { runners, scans, config } = race;
      const slow = scoreSlowly(runners, scans, config);
      expect(scoreRace(runners, scans, config)).toEqual(slow.results);
      expect(judgeAll(race)).toEqual(slow.verdicts);
    }),
    RUNS,
  );
});

test('[SC2] scans shuffled and sent twice change neither a row nor a verdict', () => {
  fc.assert(
    fc.property(shuffledRaces, ([race, shuffled]) => {
      const { runners, scans, config } = race;
      expect(scoreRace(runners, shuffled, config)).toEqual(scoreRace(runners, scans, config));
      expect(judgeAll({ ...race, scans: shuffled })).toEqual(judgeAll(race));
    }),
    RUNS,
  );
});

test('[SC2] scans that come one by one end in the rows of all at once', () => {
  fc.assert(
    fc.property(races, ({ runners, scans, config }) => {
      const rules = scoringRulesOf(config);
      const standings = new Standings(USUAL_COURSES);
      standings.setTotals(countEventTotals(runners, USUAL_COURSES));
      const seen = new Map<Runner, Scan[]>();
      const refresh = (runner: Runner): void => {
        const score = scoreRunner(runner, seen.get(runner) ?? [], rules);
        if (score.listed) standings.put(presentUnrankedResult(runner, score, USUAL_COURSES));
        else standings.remove(runner.runnerId);
      };
      for (const runner of runners) refresh(runner);
      for (const scan of scans) {
        const holder = runners.find((runner) =>
          [...bandsOf(runner), handBandOf(runner.runnerId)].includes(scan.bandId),
        );
        if (!holder) continue;
        seen.set(holder, [...(seen.get(holder) ?? []), scan]);
        refresh(holder);
        standings.checkpointPlacesOf(holder.runnerId);
      }
      expect(presentAll(standings)).toEqual(scoreRace(runners, scans, config));
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
