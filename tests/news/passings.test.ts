import { expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { findNews, isOldNews, listNewsPoints, type News } from '#shared/news/passings.ts';
import { buildResult } from '#tests/client/support/build-result.ts';

const START_MS = Date.UTC(2026, 5, 20, 9);
const NOW_MS = START_MS + 180 * MINUTE_MS;

function seenAt(...minutes: (number | null)[]) {
  const splitsMs = Array.from({ length: 6 }, (_, slot) => minutes[slot] ?? null);
  return {
    startedAtMs: START_MS,
    splitsMs: splitsMs.map((split) => (split === null ? null : split * MINUTE_MS)),
  };
}

const find = (announced: readonly News['point'][], given: Parameters<typeof buildResult>[0]) =>
  findNews(announced, buildResult(given), USUAL_COURSES);

test('news about a runner is the furthest point, with time and moment, or that they are out', () => {
  expect(find(listNewsPoints(buildResult(seenAt(40))), seenAt(40, 95))).toEqual({
    runnerId: 'r1',
    point: 1,
    elapsedMs: 95 * MINUTE_MS,
    atMs: START_MS + 95 * MINUTE_MS,
  });
  expect(find(listNewsPoints(undefined), { ...seenAt(40), startedAtMs: null })).toMatchObject({
    point: 0,
    atMs: null,
  });
  const out = { runnerId: 'r1', point: 'out', elapsedMs: null, atMs: null };
  expect(find([0], { status: 'dnf', ...seenAt(40) })).toEqual(out);
});

test.each<[string, News['point'][], Parameters<typeof buildResult>[0], News['point'] | undefined]>([
  ['of nobody who was seen nowhere', [], seenAt(), undefined],
  ['of no corrected time', [0, 1], seenAt(41, 94), undefined],
  ['of no read that was taken back', [0, 1], seenAt(40), undefined],
  ['of no late read of an earlier point', [0, 2], seenAt(40, 95, 130), undefined],
  ['of no point before the finish', ['finish'], { totalMs: 1, ...seenAt(40) }, undefined],
  ['of no DNF after a finish', [0, 'finish'], { status: 'dnf' }, undefined],
  ['of being out once', [0, 'out'], { status: 'dnf', ...seenAt(40) }, undefined],
  ['of the later of two at once', [0], seenAt(40, 95, 130), 2],
  ['of the finish', [0], { ...seenAt(40, 95), totalMs: 9 }, 'finish'],
  ['of coming back into the race', [0, 'out'], seenAt(40, 95), 1],
])('there is news %s', (_, announced, given, point) =>
  expect(find(announced, given)?.point).toBe(point),
);

test('news is old after a quarter of an hour', () => {
  const ages = [15 * MINUTE_MS, 15 * MINUTE_MS - 1, null];
  expect(ages.map((agoMs) => isOldNews({ atMs: agoMs && NOW_MS - agoMs }, NOW_MS))).toEqual([
    true,
    false,
    false,
  ]);
});
