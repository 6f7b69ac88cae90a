import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  MOST_HEIGHTS,
  type TrackPlace,
  locateOnTrack,
  summariseTrack,
} from '#shared/scoring/summarise-track.ts';

/** A hundredth of a degree northwards is 1,112 metres. */
function north(...heights: (number | undefined)[]): TrackPlace[] {
  return heights.map((heightM, index) => ({ lat: 52 + index / 100, lon: -4.8, heightM }));
}

test('[RD3] a way has the length of its great circles, and what is climbed over each hill', () => {
  const { lengthM, climbM, profile } = summariseTrack(north(10, 60, 30, 130));
  expect(lengthM).toBe(3336);
  expect(climbM).toBe(50 + 100);
  expect(profile?.heights).toEqual([
    [0, 10],
    [1112, 60],
    [2224, 30],
    [3336, 130],
  ]);
});

test('[RD3] heights that waver by less than five metres are no climb', () => {
  expect(summariseTrack(north(10, 13, 10, 14, 11, 13)).climbM).toBe(0);
});

test('[RD3] without heights there is a length alone, and of no places nothing', () => {
  expect(summariseTrack(north(undefined, undefined))).toEqual({
    lengthM: 1112,
    climbM: undefined,
    profile: undefined,
  });
  expect(summariseTrack([]).lengthM).toBe(0);
});

test('[RD3] a place of the course is where the way comes nearest to it, and nowhere when it is far off', () => {
  const way = north(0, 0, 0);
  expect(locateOnTrack(way, { lat: 52.0101, lon: -4.8001 })).toBe(1112);
  expect(locateOnTrack(way, { lat: 53, lon: -4.8 })).toBeUndefined();
});

test('[RD3] however long a way is, its ground is few pairs in order from its first place to its last', () => {
  const heights = fc.array(fc.integer({ min: -20, max: 3000 }), { minLength: 2, maxLength: 3000 });
  fc.assert(
    fc.property(heights, (all) => {
      const { lengthM, climbM = 0, profile } = summariseTrack(north(...all));
      const pairs = profile?.heights ?? [];
      expect(pairs.length).toBe(Math.min(all.length, MOST_HEIGHTS));
      expect(pairs[0]).toEqual([0, all[0]]);
      expect(pairs.at(-1)).toEqual([lengthM, all.at(-1)]);
      expect(pairs.every(([atM], at) => atM >= (pairs[at - 1]?.[0] ?? 0))).toBe(true);
      const ups = all.slice(1).map((each, at) => Math.max(0, each - (all[at] ?? 0)));
      const most = ups.reduce((sum, up) => sum + up, 0);
      expect(climbM).toBeLessThanOrEqual(most);
      expect(climbM).toBeGreaterThanOrEqual(Math.max(...all) - (all[0] ?? 0) - 5);
    }),
  );
});
