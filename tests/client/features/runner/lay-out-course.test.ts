import { expect, test } from 'vitest';

import { layOutCourse, placeNames } from '#client/features/runner/lay-out-course.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const MINUTE = 60_000;

/** The stages of a runner with these times at the checkpoints. */
function trace(...minutes: number[]) {
  const splitsMs = [0, 1, 2, 3, 4, 5].map((slot) => (minutes[slot] ?? 0) * MINUTE || null);
  const result = buildResult({ splitsMs });
  const standings = new Standings(USUAL_COURSES);
  standings.put(result);
  return placeRunner(standings, result).runs;
}

function expectAt(stage: number | 'finish', minutes: number) {
  const elapsedMs = minutes * MINUTE;
  return { stage, elapsedMs, earliestMs: elapsedMs, latestMs: elapsedMs, basis: 3 };
}

test('stages are equal while a time is unknown, and the runner is at the last point', () => {
  const { marks, runnerAt } = layOutCourse(trace(10, 20), [], 'racing', 25 * MINUTE);
  expect(marks.map(({ at }) => at)).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  expect(marks.map(({ isPassed }) => isPassed)).toEqual([true, true, false, false, false]);
  expect(runnerAt).toBe(0.4);
});

test('stages are by time where known; the runner moves on, but not beyond the next point', () => {
  const expected = [expectAt(2, 40), expectAt(3, 70), expectAt('finish', 100)];
  const layOut = (minutes: number) =>
    layOutCourse(trace(10, 20), expected, 'racing', minutes * MINUTE);
  expect(layOut(30).marks.map(({ at }) => at)).toEqual([0.1, 0.2, 0.4, 0.7, 1]);
  expect(layOut(30).runnerAt).toBeCloseTo(0.3);
  expect(layOut(500).runnerAt).toBeLessThan(0.4);
  expect(layOutCourse(trace(10, 20), expected, 'dnf', 30 * MINUTE).runnerAt).toBe(0.2);
});

test('stages are by distance if all are known', () => {
  const metres = [5_000, 8_000, 12_000, 16_000, 20_000].map((atM) => ({ atM, climbM: undefined }));
  const expected = [expectAt(2, 40)];
  const layOut = (lengths: readonly (typeof metres)[number][]) =>
    layOutCourse(trace(10, 20), expected, 'racing', 30 * MINUTE, lengths);
  expect(layOut(metres).marks.map(({ at }) => at)).toEqual([0.25, 0.4, 0.6, 0.8, 1]);
  expect(layOut(metres).runnerAt).toBeCloseTo(0.5);
  expect(layOut(metres.slice(0, 4)).marks.map(({ at }) => at)).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
});

const rowsOf = (screen: 'phone' | 'tablet', ...names: readonly (readonly [string, number])[]) =>
  placeNames(
    names.map(([text, at]) => ({ text, at })),
    screen,
  );

test('labels are in one row if the screen has room for both', () => {
  expect(rowsOf('phone', ['Bwlch 05:12', 0.2], ['Finish ≈ 06:41', 1])).toEqual([1, 1]);
  const close = [
    ['Foel Cwmcerwyn 05:12', 0.5],
    ['Pentre Ifan ≈ 05:39', 0.8],
  ] as const;
  expect(rowsOf('phone', ...close)).toEqual([1, 2]);
  expect(rowsOf('tablet', ...close)).toEqual([1, 1]);
  expect(
    rowsOf('phone', ['A 05:12', 0.1], ['Pentre Ifan ≈ 05:39', 0.3], ['≈ 8 km to go', 1]),
  ).toEqual([1, 2, 1]);
});
