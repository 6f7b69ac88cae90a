import { describe, expect, test } from 'vitest';

import { USUAL_COURSES } from '#shared/model/courses.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import {
  findNews,
  isOldNews,
  listNewsPoints,
  type News,
  OLD_MS,
  sortNews,
} from '#shared/news/passings.ts';
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

const newsAt = (point: number, agoMs: number | null): News => ({
  runnerId: `runner-${point}`,
  point,
  elapsedMs: 1,
  atMs: agoMs === null ? null : NOW_MS - agoMs,
});
const pointsOf = (news: readonly News[]) => news.map(({ point }) => point);

describe('news about a runner', () => {
  test('is the furthest point, with time and moment', () => {
    const after = buildResult({ runnerId: 'heledd', ...seenAt(40, 95) });
    expect(findNews(listNewsPoints(buildResult(seenAt(40))), after, USUAL_COURSES)).toEqual({
      runnerId: 'heledd',
      point: 1,
      elapsedMs: 95 * MINUTE_MS,
      atMs: START_MS + 95 * MINUTE_MS,
    });
    expect(findNews(listNewsPoints(undefined), buildResult(seenAt(40)), USUAL_COURSES)?.point).toBe(
      0,
    );
    expect(
      findNews([], buildResult({ ...seenAt(40), startedAtMs: null }), USUAL_COURSES)?.atMs,
    ).toBeNull();
    expect(findNews([], buildResult(seenAt()), USUAL_COURSES)).toBeUndefined();
  });

  test('is announced once, whatever is corrected afterwards', () => {
    const announced = listNewsPoints(buildResult(seenAt(40, 95)));
    expect(findNews(announced, buildResult(seenAt(41, 94)), USUAL_COURSES)).toBeUndefined();
    expect(findNews(announced, buildResult(seenAt(40)), USUAL_COURSES)).toBeUndefined();
    expect(
      findNews([0, 1, 'finish'], buildResult({ totalMs: 1, ...seenAt(40) }), USUAL_COURSES),
    ).toBeUndefined();
    expect(findNews([0, 'finish'], buildResult({ status: 'dnf' }), USUAL_COURSES)).toBeUndefined();
    expect(
      findNews([0, 'out'], buildResult({ status: 'dnf', ...seenAt(40) }), USUAL_COURSES),
    ).toBeUndefined();
  });

  test('is not a late read of an earlier point', () => {
    expect(findNews([0, 2], buildResult(seenAt(40, 95, 130)), USUAL_COURSES)).toBeUndefined();
    expect(
      findNews(['finish'], buildResult({ totalMs: 1, ...seenAt(40) }), USUAL_COURSES),
    ).toBeUndefined();
    // Two at once, as after a gap: the later one is told.
    expect(findNews([0], buildResult(seenAt(40, 95, 130)), USUAL_COURSES)?.point).toBe(2);
    expect(
      findNews([0], buildResult({ ...seenAt(40, 95), totalMs: 9 }), USUAL_COURSES)?.point,
    ).toBe('finish');
  });

  test('is also that a runner is out, or back in the race', () => {
    const out = findNews([0], buildResult({ status: 'dnf', ...seenAt(40) }), USUAL_COURSES);
    expect(out).toEqual({ runnerId: 'r1', point: 'out', elapsedMs: null, atMs: null });
    expect(findNews([0, 'out'], buildResult(seenAt(40, 95)), USUAL_COURSES)?.point).toBe(1);
    expect(
      findNews([0, 'out'], buildResult({ ...seenAt(40), totalMs: 9 }), USUAL_COURSES)?.point,
    ).toBe('finish');
  });
});

describe('news that came at once', () => {
  test('is announced one by one, the earliest first', () => {
    const { single, together } = sortNews([newsAt(1, 10), newsAt(2, null), newsAt(3, 20)], NOW_MS);
    expect(pointsOf(single)).toEqual([3, 1, 2]);
    expect(together).toEqual([]);
  });

  test('is one line when there are more than three', () => {
    const { single, together } = sortNews(
      [1, 2, 3, 4].map((point) => newsAt(point, point)),
      NOW_MS,
    );
    expect(single).toEqual([]);
    expect(pointsOf(together)).toEqual([4, 3, 2, 1]);
  });

  test('is one line when old, unless it is about one runner', () => {
    const old = [newsAt(1, OLD_MS), newsAt(3, OLD_MS + 1)];
    const { single, together } = sortNews([...old, newsAt(2, OLD_MS - 1)], NOW_MS);
    expect(pointsOf(single)).toEqual([2]);
    expect(pointsOf(together)).toEqual([3, 1]);
    const one = sortNews([newsAt(1, OLD_MS), newsAt(2, OLD_MS - 1)], NOW_MS);
    expect(pointsOf(one.single)).toEqual([1, 2]);
    expect(one.together).toEqual([]);
    expect(isOldNews(newsAt(1, OLD_MS), NOW_MS)).toBe(true);
    expect(isOldNews(newsAt(1, null), NOW_MS)).toBe(false);
  });
});
