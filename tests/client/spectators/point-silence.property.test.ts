import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { findSilentPoints } from '#client/features/results/point-silence.ts';
import { listProgress } from '#client/spectators/race-progress.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { type ExpectedStage, createForecast } from '#shared/forecast/forecast.ts';
import { LEAST_LACKING, LEAST_SHARE, SILENT_MS } from '#shared/forecast/lacking.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import { Standings } from '#shared/scoring/standings.ts';
import { withDeadMat } from '#tests/forecast/support/dead-mat.ts';
import { GUN_MS, inventField } from '#tests/forecast/support/invent-field.ts';
import { knownAt } from '#tests/forecast/support/replay.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const POINTS = stagePointsOf('PB', USUAL_COURSES);

type Expect = (row: UnrankedResult) => readonly ExpectedStage[];

/** By point, what the race of these rows lacks at a moment. */
function find(rows: readonly UnrankedResult[], nowMs: EpochMs, expectNext?: Expect) {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(rows, { BB: 0, PB: rows.length, UB: 0 });
  const [race] = listProgress(standings, ['PB'], nowMs);
  if (!race) throw new Error('The race is not told.');
  const forecast = createForecast(rows, 'PB', USUAL_COURSES);
  const expectAny: Expect = expectNext ?? ((row) => forecast.expect(row));
  const silent = findSilentPoints(rows, race, expectAny, nowMs);
  return { race, silent };
}

const minutes = fc.option(fc.integer({ min: 1, max: 40 }), { nil: null });
/** Legs in minutes, null where nothing was read, and the range in which the runner is expected next. */
const runner = fc.record({
  legs: fc.tuple(minutes, minutes, minutes, minutes, minutes),
  stages: fc.integer({ min: 0, max: POINTS.length }),
  isOut: fc.boolean(),
  dueMinutes: fc.integer({ min: 0, max: 240 }),
});

function toRow(given: typeof runner extends fc.Arbitrary<infer T> ? T : never, index: number) {
  let sum = 0;
  const times = given.legs.map((leg, at) => {
    sum += leg ?? 10;
    return leg === null || at >= given.stages ? null : sum * MINUTE_MS;
  });
  const totalMs = times[4] ?? null;
  const result = buildResult({
    runnerId: `r${index}`,
    startedAtMs: GUN_MS,
    splitsMs: [...times.slice(0, 4), null, null],
    totalMs,
  });
  return given.isOut && totalMs === null ? { ...result, status: 'dnf' as const } : result;
}

test('[PG2] a point is silent when three, and one in twenty, lack there since its last read', () => {
  fc.assert(
    fc.property(
      fc.array(runner, { maxLength: 90 }),
      fc.integer({ min: 0, max: 300 }),
      (field, nowMinutes) => {
        const rows = field.map(toRow);
        const nowMs = GUN_MS + nowMinutes * MINUTE_MS;
        const next: Expect = (row) => {
          if (row.status !== 'racing') return [];
          const stage = POINTS[POINTS.findLastIndex((point) => timeAt(row, point) !== null) + 1];
          const dueMs = (field[Number(row.runnerId.slice(1))]?.dueMinutes ?? 0) * MINUTE_MS;
          const range = { earliestMs: dueMs - MINUTE_MS, latestMs: dueMs + 5 * MINUTE_MS };
          return stage === undefined ? [] : [{ stage, elapsedMs: dueMs, ...range, basis: 3 }];
        };
        const { race, silent } = find(rows, nowMs, next);
        for (const [at, { point, count, lastMs }] of race.points.entries()) {
          const since = lastMs ?? -Infinity;
          const overdue = rows.filter((row) =>
            next(row).some(
              ({ stage, elapsedMs, latestMs }) =>
                stage === point && GUN_MS + elapsedMs > since && GUN_MS + latestMs < nowMs,
            ),
          ).length;
          const passedUnread = rows.filter((row) => {
            const seenMs = POINTS.map((one) => timeAt(row, one));
            const before = Math.max(0, ...seenMs.slice(0, at).map((timeMs) => timeMs ?? 0));
            const isBeyond = seenMs.slice(at + 1).some((timeMs) => timeMs !== null);
            return seenMs[at] === null && isBeyond && GUN_MS + before > since;
          }).length;
          const lacking = overdue + passedUnread;
          const isSilent =
            (lastMs === undefined || lastMs <= nowMs - SILENT_MS) &&
            lacking >= LEAST_LACKING &&
            lacking / (count + lacking) >= LEAST_SHARE;
          expect(silent.get(point)).toEqual(isSilent ? { overdue, passedUnread } : undefined);
        }
      },
    ),
    { numRuns: 300 },
  );
});

const SHAPE = {
  event: 'PB',
  runners: 134,
  legMinutes: [30, 30, 30, 30, 30],
  spread: 0.1,
  fade: 0,
  noise: 0.03,
} as const;

test.each([1, 2, 3, 4, 5])(
  '[PG2] who stops without telling silences no mat, at no time of the day (seed %i)',
  (seed) => {
    const field = inventField({ ...SHAPE, dropOut: 0.007 }, seed);
    expect(field.filter(({ status }) => status === 'racing').length).toBeGreaterThan(0);
    for (let minute = 20; minute <= 360; minute += 10) {
      const nowMs = GUN_MS + minute * MINUTE_MS;
      expect([minute, ...find(knownAt(field, nowMs), nowMs).silent]).toEqual([minute]);
    }
  },
);

test.each<StagePoint>([...POINTS])(
  '[PG2] a mat that dies at %s is silent, and it alone',
  (point) => {
    const field = inventField(SHAPE, 7);
    const at = POINTS.indexOf(point);
    const fromMs = GUN_MS + (at + 1) * 30 * MINUTE_MS;
    const nowMs = fromMs + 25 * MINUTE_MS;
    const { silent, race } = find(knownAt(withDeadMat(field, point, fromMs), nowMs), nowMs);
    expect([...silent.keys()]).toEqual([point]);
    const { overdue = 0, passedUnread = 0 } = silent.get(point) ?? {};
    expect(overdue + passedUnread).toBeGreaterThan(20);
    expect(race.points[at]?.lastMs).toBeLessThan(fromMs);
  },
);

test('[PG2] a mat at which nobody came is silent once people are seen beyond it', () => {
  const field = withDeadMat(inventField(SHAPE, 7), 1, GUN_MS);
  const early = GUN_MS + 60 * MINUTE_MS;
  expect(find(knownAt(field, early), early).silent.size).toBe(0);
  const late = GUN_MS + 110 * MINUTE_MS;
  const { silent, race } = find(knownAt(field, late), late);
  expect([...silent]).toEqual([[1, { overdue: 0, passedUnread: race.points[2]?.count }]]);
});
