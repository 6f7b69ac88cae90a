import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { createForecast, isLongPast, lookAhead } from '#shared/forecast/forecast.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { stagePointsOf } from '#shared/scoring/stages.ts';
import { completeResult } from '#shared/scoring/present-result.ts';

import { GUN_MS, inventField } from './support/invent-field.ts';
import { knownAt } from './support/replay.ts';

const LEGS = [50, 40, 60, 45, 55];
const FIELD = inventField(
  { event: 'PB', runners: 400, legMinutes: LEGS, spread: 0.12, fade: 0.03, noise: 0.03 },
  1,
);

/** A runner in the middle of the course, or wherever these splits leave them. */
function runner(given: Partial<UnrankedResult>): UnrankedResult {
  const [row] = FIELD;
  if (!row) throw new Error('nobody runs');
  return completeResult({
    ...row,
    runnerId: 'one',
    status: 'racing',
    totalMs: null,
    splitsMs: [50 * MINUTE_MS, 90 * MINUTE_MS, null, null, null, null],
    ...given,
  });
}

const expectAt = (nowMs: number, result: UnrankedResult) =>
  createForecast([...knownAt(FIELD, nowMs), result], result.events, USUAL_COURSES).expect(result);
const OVER = GUN_MS + 10 * HOUR_MS;

describe('the expected runners', () => {
  test('[XP1] the stages after the last one seen, in the order of the course', () => {
    const missed = runner({ splitsMs: [null, 90 * MINUTE_MS, null, null, null, null] });
    expect(expectAt(OVER, missed).map(({ stage }) => stage)).toEqual([2, 3, 'finish']);
    const unread = runner({ splitsMs: Array.from({ length: 6 }, () => null) });
    expect(expectAt(OVER, unread).map(({ stage }) => stage)).toEqual(
      stagePointsOf('PB', USUAL_COURSES),
    );
  });

  test('[XP1] nobody who has finished, is out or in another race', () => {
    const others = [
      runner({ status: 'finished', totalMs: 4 * HOUR_MS }),
      runner({ status: 'dnf' }),
      runner({ events: 'UB' }),
    ];
    const forecast = createForecast([...FIELD, ...others], 'PB', USUAL_COURSES);
    for (const other of others) expect(forecast.expect(other)).toEqual([]);
  });

  test('[XP3] nothing is expected on a leg that nobody has run; one runner is enough', () => {
    const first = GUN_MS + Math.min(...FIELD.map(({ splitsMs }) => splitsMs[2] ?? Infinity));
    expect(expectAt(first - 1, runner({}))).toEqual([]);
    expect(expectAt(first, runner({})).map(({ stage, basis }) => [stage, basis])).toEqual([[2, 1]]);
  });

  test('[XP3] a stray first read makes nobody early once others are through', () => {
    const one = runner({});
    const stray = runner({
      runnerId: 'stray',
      splitsMs: [50 * MINUTE_MS, 90 * MINUTE_MS, 95 * MINUTE_MS, null, null, null],
    });
    const known = knownAt(FIELD, GUN_MS + 135 * MINUTE_MS);
    const [without] = createForecast([...known, one], 'PB', USUAL_COURSES).expect(one);
    const [stage] = createForecast([...known, stray, one], 'PB', USUAL_COURSES).expect(one);
    expect(stage).toMatchObject({ elapsedMs: without?.elapsedMs, basis: without?.basis });
  });

  test('[XP3] a silent point is left out, later ones are not', () => {
    const silent = FIELD.map((row, index) =>
      completeResult({
        ...row,
        // It woke up once in a while, which is not enough.
        splitsMs: row.splitsMs.map((ms, slot) => (slot === 2 && index % 6 > 0 ? null : ms)),
      }),
    );
    const one = runner({});
    const stages = createForecast([...silent, one], 'PB', USUAL_COURSES).expect(one);
    expect(stages.map(({ stage }) => stage)).toEqual([3, 'finish']);
    const before = expectAt(OVER, one).at(-1)?.elapsedMs ?? 0;
    expect(Math.abs((stages.at(-1)?.elapsedMs ?? 0) / before - 1)).toBeLessThan(0.02);
  });
});

test('[XP5] a range is wider with fewer runners, and late where many are still out', () => {
  const one = runner({});
  const [early] = expectAt(GUN_MS + 130 * MINUTE_MS, one);
  const [late] = expectAt(OVER, one);
  const few = FIELD.filter(({ splitsMs }) => Math.abs((splitsMs[1] ?? 0) / MINUTE_MS - 90) < 20);
  const [ofFew] = createForecast([...few.slice(0, 6), one], 'PB', USUAL_COURSES).expect(one);
  const lateSide = (stage = late) => (stage?.latestMs ?? 0) - (stage?.elapsedMs ?? 0);
  expect(lateSide(early)).toBeGreaterThan(1.5 * lateSide(late));
  expect(lateSide(ofFew)).toBeGreaterThan(lateSide(late));
});

test('[XP7] no expected time is past, after the latest a runner is overdue, for twelve hours', () => {
  const stage = { stage: 2, elapsedMs: 100, earliestMs: 90, latestMs: 120, basis: 7 } as const;
  expect([80, 110, 120, 121].map((outMs) => lookAhead(stage, outMs))).toEqual([
    { ...stage, isOverdue: false },
    { ...stage, earliestMs: 110, elapsedMs: 115, isOverdue: false },
    { ...stage, earliestMs: 120, elapsedMs: 120, isOverdue: false },
    { ...stage, isOverdue: true },
  ]);
  expect(isLongPast(stage, 120 + 12 * HOUR_MS)).toBe(false);
  expect(isLongPast(stage, 121 + 12 * HOUR_MS)).toBe(true);
});
