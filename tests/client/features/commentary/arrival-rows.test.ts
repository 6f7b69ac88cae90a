import { expect, test } from 'vitest';

import { countWaiting, renewRows } from '#client/features/commentary/arrival-rows.ts';
import type { Arrival } from '#client/spectators/arrivals.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { Standings } from '#shared/scoring/standings.ts';

import { buildResult } from '#tests/client/support/build-result.ts';

const at = (runnerId: string, minutes: number, given: Partial<UnrankedResult> = {}) =>
  buildResult({ runnerId, totalMs: minutes * MINUTE_MS, startedAtMs: 0, ageGroup: '', ...given });

/** Newest first. */
const listed = (...results: readonly UnrankedResult[]): readonly Arrival[] =>
  results.map((result) => {
    const elapsedMs = result.totalMs ?? 0;
    return { result, point: 'finish', elapsedMs, atMs: elapsedMs };
  });

function renewed(rows: readonly Arrival[], ...results: readonly UnrankedResult[]) {
  const standings = new Standings(USUAL_COURSES);
  standings.replaceAll(
    results,
    USUAL_COURSES.byEvent(() => 9),
  );
  return renewRows(rows, standings, 'finish').map(({ result, elapsedMs, isRevoked }) => [
    result.runnerId + result.lastName,
    elapsedMs / MINUTE_MS,
    isRevoked,
  ]);
}

test('[PV3] held rows follow corrections, strike out revoked finishes, and hide the name of a runner who became private', () => {
  const rows = listed(
    at('d', 60),
    at('c', 59),
    at('b', 58),
    at('a', 57, { lastName: 'Prydderch' }),
  );
  const hidden = at('a', 57, { firstName: '', lastName: '' });
  const out = at('b', 58, { status: 'dnf', totalMs: null, lastName: '' });
  expect(renewed(rows, hidden, out, at('c', 50, { lastName: '' }))).toEqual([
    ['c', 50, false],
    ['b', 58, true],
    ['a', 57, false],
  ]);
});

test('arrivals since the list was held wait; those before the start of a full list do not', () => {
  const held = listed(at('c', 59), at('b', 58));
  const now = listed(at('e', 61), at('c', 59), at('late', 40));
  expect(countWaiting(now, held, 100)).toBe(2);
  expect(countWaiting(now, held, 2)).toBe(1);
});
