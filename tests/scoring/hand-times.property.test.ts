import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { RaceState } from '#server/race/race-state.ts';
import { asRunnerId, type BandId, type ScanId } from '#shared/model/ids.ts';
import type { Report } from '#shared/model/decisions.ts';
import type { Scan } from '#shared/model/scan.ts';
import { presentAll } from '#shared/scoring/present-result.ts';
import type { ChangeOp } from '#shared/wire/change-feed.ts';

import { corrections, makeRight } from './random-corrections.ts';
import { moments, type RandomRace, races } from './random-race.ts';
import { scoreSlowly } from './slow-scorer.ts';

/** Of few runners, some of whom are not there; two of them were merely seen. */
const reports: fc.Arbitrary<Report[]> = fc
  .array(
    fc.record({
      runner: fc.integer({ min: 1, max: 10 }),
      point: fc.constantFrom(...USUAL_COURSES.points),
      atMs: moments,
      isTimed: fc.constantFrom(true, true, true, false),
    }),
    { maxLength: 20 },
  )
  .map((drawn) =>
    drawn.map(({ runner, point, atMs, isTimed }, at) => ({
      reportId: `report-${at}`,
      runnerId: asRunnerId(`runner-${runner}`),
      kind: 'seen' as const,
      point,
      atMs,
      ...(isTimed && { isTimed }),
      enteredMs: atMs,
      by: 'Siân, marshal at finish',
    })),
  );

/** The read that a time by hand is, as RULES.md HT1 has it. */
function readOf({ reportId, runnerId, point, atMs, by }: Report): Scan {
  return {
    scanId: `hand:${reportId}` as ScanId,
    bandId: `hand:${runnerId}` as BandId,
    points: point ? [point] : [],
    timeMs: atMs,
    source: by,
    isByHand: true,
  };
}

interface Day {
  readonly race: RandomRace;
  readonly hands: readonly Report[];
  readonly ops: readonly ChangeOp[];
  readonly takenBack: readonly Report[];
  readonly right: readonly Scan[];
}

/** Mats, hands and what organisers decide about both, in any order and some of it twice. */
const days: fc.Arbitrary<Day> = fc.tuple(races, reports).chain(([race, all]) => {
  const timed = all.filter(({ isTimed }) => isTimed);
  const scans = [...race.scans, ...timed.map(readOf)];
  const decided = fc.uniqueArray(corrections(scans), {
    selector: ({ correctionId }) => correctionId,
    maxLength: 4,
  });
  return fc.tuple(decided, fc.subarray(all)).chain(([made, takenBack]) => {
    const ops: ChangeOp[] = [
      ...race.scans.map((scan) => ({ op: 'add-scan' as const, scan })),
      ...all.map((report) => ({ op: 'put-report' as const, report })),
      ...made.map((correction) => ({ op: 'put-correction' as const, correction })),
    ];
    const twice = [...ops, ...ops];
    const hands = timed.filter((one) => !takenBack.includes(one));
    const right = makeRight([...race.scans, ...hands.map(readOf)], made);
    return fc
      .shuffledSubarray(twice, { minLength: twice.length })
      .map((mixed) => ({ race, hands, ops: mixed, takenBack, right }));
  });
});

test('[HT1 HT2 HT7 CR5] mats and times by hand score as in the slow scorer, in any order and after undoing', () => {
  fc.assert(
    fc.property(days, ({ race, hands, ops, takenBack, right }) => {
      const { runners, config } = race;
      const state = RaceState.of({ config, runners, scans: [] });
      for (const op of ops) state.apply([op]);
      for (const { runnerId, reportId } of takenBack) {
        state.apply([{ op: 'delete-report', runnerId, reportId }]);
      }
      const slow = scoreSlowly(runners, right, config);
      expect(presentAll(state.standings)).toEqual(slow.results);
      expect([...state.missing.runnerIds].toSorted()).toEqual(slow.missing.toSorted());
      for (const { runnerId } of runners) {
        const { verdicts = new Map(), counted = new Map<string, Scan>() } =
          state.findScored(runnerId)?.score ?? {};
        for (const [scanId, verdict] of verdicts) expect(slow.verdicts.get(scanId)).toBe(verdict);
        const byHand = [...counted].filter(([, scan]) => scan.isByHand).map(([point]) => point);
        expect(state.timedByHand.get(runnerId) ?? []).toEqual(byHand);
      }
      // The same race loaded at once, as another instance does.
      const anew = RaceState.of({
        config,
        runners,
        scans: race.scans,
        reports: hands,
        corrections: state.reads.corrections.all,
      });
      expect(presentAll(anew.standings)).toEqual(slow.results);
      expect(anew.missing.listUnassigned()).toEqual(state.missing.listUnassigned());
    }),
    { numRuns: 300 },
  );
});
