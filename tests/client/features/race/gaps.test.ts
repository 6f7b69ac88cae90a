import { expect, test } from 'vitest';

import { listGaps, listGapSteps, scaleGap } from '#client/features/race/gaps.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import { buildFinisher } from '#tests/scoring/build-finisher.ts';

const run = (runnerId: string, minutes: readonly (number | null)[]) =>
  buildFinisher({
    runnerId,
    status: 'racing',
    totalMs: null,
    splitsMs: minutes.map((each) => each && each * MINUTE_MS),
  });

test('gaps are to the first runner at each point, where there is a time', () => {
  const lines = listGaps(
    [run('a', [30, 62]), run('b', [32, 60]), run('c', [null, 65]), run('d', [null, null])],
    [0, 1],
    'up',
  );
  const minutes = lines.map(({ gaps }) =>
    gaps.map(({ index, behindMs }) => `${index}: ${behindMs / MINUTE_MS}`).join(),
  );
  expect(minutes).toEqual(['1: 0,2: 2', '1: 2,2: 0', '2: 5']);
});

test('a gap is between the times as shown', () => {
  const field = [3_600_900, 3_611_100].map((totalMs) =>
    buildFinisher({ runnerId: String(totalMs), totalMs }),
  );
  const gaps = (['up', 'down', 'none'] as const).map((rounding) =>
    listGaps(field, ['finish'], rounding)
      .at(1)
      ?.gaps.map(({ behindMs }) => behindMs),
  );
  expect(gaps).toEqual([[11_000], [11_000], [10_200]]);
});

test('small gaps are drawn larger, on a scale of a few round ones', () => {
  expect(listGapSteps(11 * MINUTE_MS).map((ms) => ms / SECOND_MS)).toEqual([60, 120, 300, 600]);
  expect([0, 1, 4].map((gap) => scaleGap(gap, 4))).toEqual([0, 0.5, 1]);
  expect(scaleGap(0, 0)).toBe(0);
});
