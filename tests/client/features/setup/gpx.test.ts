import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { climbTo } from '#shared/scoring/course.ts';
import {
  drawProfile,
  lengthOf,
  measureTrack,
  MOST_HEIGHTS,
  smoothHeights,
  type TrackPlace,
} from '#client/features/setup/gpx.ts';

/** A hundredth of a degree northwards is 1,112 metres. */
function north(heights: readonly (number | undefined)[], step = 0.01): TrackPlace[] {
  return heights.map((heightM, index) => ({ lat: 52 + index * step, lon: -4.8, heightM }));
}

function summarise(places: readonly TrackPlace[]) {
  const track = measureTrack(places);
  const lengthM = lengthOf(track);
  const heights = smoothHeights(track);
  const climbM = climbTo(heights, lengthM);
  return { lengthM, heights, climbM, profile: drawProfile(heights, lengthM)?.heights };
}

test('[RD3] wavering heights are no climb', () => {
  expect(summarise(north([10, 13, 10, 14, 11, 13])).climbM).toBe(0);
  const wavering = Array.from({ length: 400 }, (_, index) => 100 + (index % 2) * 9);
  // Eleven metres apart.
  expect(summarise(north(wavering, 0.0001)).climbM).toBe(0);
});

test('without heights there is only a length, without places nothing, and a gap is a slope', () => {
  expect(summarise(north([undefined, undefined]))).toMatchObject({
    lengthM: 1112,
    heights: [],
    profile: undefined,
  });
  expect(lengthOf(measureTrack([]))).toBe(0);
  expect(summarise(north([undefined, 20, undefined, 40, undefined])).profile).toEqual([
    [0, 20],
    [1112, 20],
    [3336, 40],
    [4448, 40],
  ]);
});

test('the profile of any track is a few pairs in order from start to finish, and its climb never decreases', () => {
  const heightsOf = fc.array(fc.integer({ min: -20, max: 3000 }), {
    minLength: 2,
    maxLength: 1000,
  });
  fc.assert(
    fc.property(heightsOf, fc.constantFrom(0.01, 0.0002), (all, step) => {
      const { lengthM, heights, climbM, profile = [] } = summarise(north(all, step));
      expect(profile.length).toBeLessThanOrEqual(MOST_HEIGHTS);
      expect([profile[0]?.[0], profile.at(-1)?.[0]]).toEqual([0, lengthM]);
      expect(profile.every(([atM], at) => atM >= (profile[at - 1]?.[0] ?? 0))).toBe(true);
      const [least, most] = [Math.min(...all), Math.max(...all)];
      expect(profile.every(([, heightM]) => heightM >= least && heightM <= most)).toBe(true);
      const climbs = profile.map(([atM]) => climbTo(heights, atM));
      expect(climbs.every((climbed, at) => climbed >= (climbs[at - 1] ?? 0))).toBe(true);
      expect(climbs.at(-1)).toBe(climbM);
    }),
  );
});
