import { expect, test } from 'vitest';

import { findPosition, placeLabels } from '#client/features/runner/lay-out-course.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { placeRunner } from '#shared/scoring/placed-runner.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const MINUTE = 60_000;
/** Five stages on a line. */
const EVEN = [0, 0.2, 0.4, 0.6, 0.8, 1];

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

test('a runner is at the last point while the time at the next is unknown, and stays there after a DNF', () => {
  const findAt = (status: 'racing' | 'dnf', expected = [expectAt(2, 40)]) =>
    findPosition(EVEN, trace(10, 20), expected, status, 30 * MINUTE);
  expect([findAt('racing', []), findAt('racing', [expectAt(3, 70)])]).toEqual([0.4, 0.4]);
  expect([findAt('racing'), findAt('dnf')]).toEqual([0.5, 0.4]);
  expect(findPosition(EVEN, trace(), [], 'racing')).toBe(0);
});

test('a runner moves on by the expected times, but not beyond the next point', () => {
  const [early, halfway, late] = [19, 30, 500].map((minutes) =>
    findPosition(EVEN, trace(10, 20), [expectAt(2, 40)], 'racing', minutes * MINUTE),
  );
  expect([early, halfway]).toEqual([0.4, 0.5]);
  expect(late).toBeLessThan(0.6);
});

const rowsOf = (...names: readonly (readonly [string, number])[]) =>
  placeLabels(names.map(([label, at]) => ({ label, at })));

test('labels are in one row if a phone has room for both', () => {
  expect(rowsOf(['Bwlch Gwynt', 0.2], ['Finish · ≈ 8 km', 1])).toEqual([1, 1]);
  expect(rowsOf(['Maes Foel Cwmcerwyn', 0.5], ['Pentre Ifan y Bryn', 0.8])).toEqual([1, 2]);
  expect(rowsOf(['A Bryn', 0.1], ['Pentre Ifan y Bryn', 0.3], ['≈ 8 km to go', 1])).toEqual([
    1, 2, 1,
  ]);
});
