import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { RUNNER_STATUSES, type UnrankedResult } from '#shared/model/result.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { listSexLeaders, rankSex } from '#shared/scoring/rank-keys.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildFinisher } from './build-finisher.ts';
import { placeAmong } from './slow-ranking.ts';

/** The stages of UB, whose checkpoints are in another order than their slots. */
const SLOTS = [1, 2, 3, 4, 5];
const POINTS = [...SLOTS, 'finish' as const];

/** Few values, so that times are equal, and legs backwards. */
const times = fc.integer({ min: 1, max: 8 }).map((step) => step * 700);

function drawFields(minLength: number, maxLength: number): fc.Arbitrary<readonly UnrankedResult[]> {
  return fc
    .array(
      fc.record({
        lastName: fc.constantFrom('Bowen', 'Ŵyn'),
        ageGroup: fc.constantFrom('', 'F40', 'F-SNR', 'M40'),
        sex: fc.constantFrom(undefined, undefined, 'F' as const, 'M' as const),
        status: fc.constantFrom(...RUNNER_STATUSES, 'disqualified' as const),
        totalMs: times,
        splitsMs: fc.array(fc.option(times, { freq: 3 }), { minLength: 6, maxLength: 6 }),
      }),
      { minLength, maxLength },
    )
    .map((drawn) =>
      drawn.map(({ status, ...one }, index) =>
        buildFinisher({
          ...one,
          runnerId: `runner-${index}`,
          events: 'UB',
          totalMs: status === 'finished' ? one.totalMs : null,
          ...(status === 'disqualified'
            ? { status: 'dnf', isDisqualified: true, splitsMs: one.splitsMs.map(() => null) }
            : { status }),
        }),
      ),
    );
}

const fields = drawFields(1, 14);

function stand(field: readonly UnrankedResult[]): Standings {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(field, { BB: 0, PB: 0, UB: field.length });
  return standings;
}

function slowTime(result: UnrankedResult, point: number | 'finish'): number | null {
  return point === 'finish' ? result.totalMs : (result.splitsMs[point] ?? null);
}

/** Empty for somebody of whom neither entry nor category gives one. */
function slowSex({ sex, ageGroup }: UnrankedResult): string {
  return sex ?? ageGroup.slice(0, 1);
}

test('[GP1 GP3 GP4 OV10] places in a group equal those counted by the slow ranking', () => {
  fc.assert(
    fc.property(fields, (field) => {
      const standings = stand(field);
      for (const result of field) {
        const { ageGroup } = standings.groupPlacesAt(result, 'finish');
        expect(standings.groupPlaceOf(result.runnerId)).toBe(ageGroup?.place ?? null);
        const mates = {
          overall: field,
          sex: field.filter((one) => slowSex(one) === slowSex(result)),
          ageGroup: field.filter(({ ageGroup }) => ageGroup === result.ageGroup),
        };
        for (const point of POINTS) {
          const places = standings.groupPlacesAt(result, point);
          const ownMs = slowTime(result, point);
          for (const group of ['overall', 'sex', 'ageGroup'] as const) {
            const all = mates[group].map((mate) => slowTime(mate, point));
            const isIn = { overall: true, sex: slowSex(result), ageGroup: result.ageGroup }[group];
            expect(places[group]).toEqual(
              ownMs === null || !isIn
                ? null
                : {
                    place: placeAmong(ownMs, all),
                    placed: all.filter((timeMs) => timeMs !== null).length,
                    listed: mates[group].filter((mate) => !mate.isDisqualified).length,
                  },
            );
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('[GP3 GP9] the first women and men equal those counted by the slow ranking', () => {
  let ledByThree = 0;
  fc.assert(
    fc.property(drawFields(20, 40), (field) => {
      const standings = stand(field);
      const slow = (['F', 'M'] as const).map((sex) => {
        const own = field.filter((one) => one.status === 'finished' && slowSex(one) === sex);
        const totals = own.map(({ totalMs }) => totalMs);
        const ranked = rankSex(standings, 'UB', sex);
        expect(new Set(ranked.map(({ result }) => result))).toEqual(new Set(own));
        expect(ranked.map(({ result, place }) => [result.totalMs, place])).toEqual(
          totals
            .toSorted((a, b) => (a ?? 0) - (b ?? 0))
            .map((totalMs) => [totalMs, placeAmong(totalMs, totals)]),
        );
        return { sex, leaders: ranked.slice(0, 3) };
      });
      const areIn = slow.every(({ leaders }) => leaders.length === 3);
      if (areIn) ledByThree += 1;
      expect(listSexLeaders(standings, 'UB')).toEqual(areIn ? slow : []);
    }),
    { numRuns: 200 },
  );
  expect(ledByThree).toBeGreaterThan(20);
});

test('[GP5 GP6] stages, legs, gains and gaps equal those counted by the slow ranking', () => {
  fc.assert(
    fc.property(fields, (drawn) => {
      const standings = stand(drawn);
      const field = standings.listed('UB');
      for (const result of field) {
        const runs = placeRunner(standings, result).runs;
        expect(runs.map(({ point }) => point)).toEqual(POINTS);
        const places: number[] = [];
        for (const [index, run] of runs.entries()) {
          const all = field.map((other) => slowTime(other, run.point));
          const ownMs = slowTime(result, run.point);
          const place = placeAmong(ownMs, all);
          const legMs = slowLeg(result, index);
          const known = all.filter((timeMs) => timeMs !== null);
          expect(run).toEqual({
            point: run.point,
            elapsedMs: ownMs,
            place,
            gained: place === null ? null : (places.at(-1) ?? place) - place || firstNull(places),
            legMs,
            legPlace: placeAmong(
              legMs,
              field.map((other) => slowLeg(other, index)),
            ),
            leaderGapMs: ownMs === null ? null : ownMs - Math.min(...known),
            ahead: findNext(field, run.point, ownMs, -1),
            behind: findNext(field, run.point, ownMs, 1),
          });
          if (place !== null) places.push(place);
        }
      }
    }),
    { numRuns: 200 },
  );
});

/** No gain is null at the first stage with a place, and zero at any other. */
function firstNull(places: readonly number[]): number | null {
  return places.length === 0 ? null : 0;
}

function slowLeg(result: UnrankedResult, index: number): number | null {
  const fromMs = index === 0 ? 0 : slowTime(result, POINTS[index - 1] ?? 0);
  const toMs = slowTime(result, POINTS[index] ?? 0);
  return fromMs === null || toMs === null || toMs <= fromMs ? null : toMs - fromMs;
}

/** The nearest on one side, by sorting all who are there; a sort keeps the order of equal ones. */
function findNext(
  field: readonly UnrankedResult[],
  point: number | 'finish',
  ownMs: number | null,
  side: -1 | 1,
): object | null {
  if (ownMs === null) return null;
  const [next] = field
    .map((result) => ({ result, timeMs: slowTime(result, point) }))
    .flatMap(({ result, timeMs }) =>
      timeMs === null ? [] : [{ result, gapMs: (timeMs - ownMs) * side }],
    )
    .filter(({ gapMs }) => gapMs > 0)
    .toSorted((a, b) => a.gapMs - b.gapMs);
  return next ?? null;
}
