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
    expect(expectAt(OVER, runner({})).map(({ stage }) => stage)).toEqual([2, 3, 'finish']);
    const missed = [null, 90 * MINUTE_MS, null, null, null, null];
    expect(expectAt(OVER, runner({ splitsMs: missed })).map(({ stage }) => stage)).toEqual([
      2,
      3,
      'finish',
    ]);
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

describe('the expected times', () => {
  test('[XP4] runners still out count, so that the slow are not expected like the fast', () => {
    // All run alike but for chance on the second leg, and half of them are through.
    const field = inventField(
      { event: 'BB', runners: 2_000, legMinutes: [60, 60], spread: 0.01, fade: 0, noise: 0 },
      2,
    ).map((row, index) => {
      const beforeMs = row.splitsMs[0] ?? 0;
      return completeResult({ ...row, totalMs: beforeMs + (50 + (index % 21)) * MINUTE_MS });
    });
    const known = knownAt(field, GUN_MS + 116 * MINUTE_MS);
    const one = runner({ events: 'BB', splitsMs: [60 * MINUTE_MS, null, null, null, null, null] });
    const [finish] = createForecast([...known, one], 'BB', USUAL_COURSES).expect(one);
    const through = known.filter(({ totalMs }) => totalMs !== null);
    expect(through.length).toBeLessThan(800);
    expect(Math.max(...through.map(({ totalMs }) => totalMs ?? 0))).toBeLessThan(117 * MINUTE_MS);
    // In truth it takes two hours, as nobody has yet.
    expect((finish?.elapsedMs ?? 0) / MINUTE_MS).toBeGreaterThan(117.5);
    expect((finish?.elapsedMs ?? 0) / MINUTE_MS).toBeLessThan(122.5);
  });

  test('[XP5] a range contains the time, and is wider with fewer runners or less information', () => {
    const one = runner({});
    const width = (rows: readonly UnrankedResult[]): number => {
      const stages = createForecast([...rows, one], 'PB', USUAL_COURSES).expect(one);
      for (const { elapsedMs, earliestMs, latestMs, basis } of stages) {
        expect(earliestMs).toBeLessThan(elapsedMs);
        expect(latestMs).toBeGreaterThan(elapsedMs);
        expect(basis).toBe(rows.length > 100 ? FIELD.length : rows.length);
      }
      const [next] = stages;
      return (next?.latestMs ?? 0) - (next?.earliestMs ?? 0);
    };
    const few = FIELD.filter(({ splitsMs }) => Math.abs((splitsMs[1] ?? 0) / MINUTE_MS - 90) < 20);
    expect(width(few.slice(0, 6))).toBeGreaterThan(width(FIELD));
    const early = expectAt(GUN_MS + 130 * MINUTE_MS, one)[0];
    const late = expectAt(OVER, one)[0];
    const lateSide = (stage = late) => (stage?.latestMs ?? 0) - (stage?.elapsedMs ?? 0);
    expect(lateSide(early)).toBeGreaterThan(1.5 * lateSide(late));
  });
});

describe('while a runner is not there', () => {
  const stage = { stage: 2, elapsedMs: 100, earliestMs: 90, latestMs: 120, basis: 7 } as const;

  test('[XP7] no expected time is past', () => {
    expect(lookAhead(stage, 80)).toEqual({ ...stage, isOverdue: false });
    for (let outMs = 80; outMs <= 120; outMs += 1) {
      const { earliestMs, elapsedMs, latestMs, isOverdue } = lookAhead(stage, outMs);
      expect(isOverdue).toBe(false);
      expect(earliestMs).toBeGreaterThanOrEqual(Math.min(outMs, 90));
      expect(earliestMs).toBeLessThanOrEqual(elapsedMs);
      expect(elapsedMs).toBeGreaterThanOrEqual(Math.min(outMs, 100));
      expect(latestMs).toBe(120);
    }
  });

  test('[XP7] after the latest moment they are overdue, with the same range', () =>
    expect(lookAhead(stage, 121)).toEqual({ ...stage, isOverdue: true }));

  test('[XP7] twelve hours after the latest moment nobody is overdue', () => {
    expect(isLongPast(stage, 120 + 12 * HOUR_MS)).toBe(false);
    expect(isLongPast(stage, 121 + 12 * HOUR_MS)).toBe(true);
  });
});
