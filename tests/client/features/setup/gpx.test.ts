import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { climbTo } from '#shared/scoring/course.ts';
import {
  drawProfile,
  lengthOf,
  locateVisits,
  measureTrack,
  MOST_HEIGHTS,
  smoothHeights,
  type Track,
  type TrackPlace,
  type Waypoint,
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

/** Places in kilometres, nearly, to the north and the east. */
const spot = (north: number, east = 0): TrackPlace => ({
  lat: 52 + north * 0.009,
  lon: -4.8 + east * 0.0146,
  heightM: undefined,
});
const trackOf = (...corners: readonly (readonly [north: number, east: number])[]): Track =>
  measureTrack(corners.map(([north, east]) => spot(north, east)));
const waypoint = (name: string, north: number, east = 0): Waypoint => ({
  name,
  ...spot(north, east),
});
const locate = (
  track: Track,
  visits: string,
  ...waypoints: readonly Waypoint[]
): readonly (number | undefined)[] =>
  locateVisits(
    track,
    visits.split(' ').map((name) => [name]),
    waypoints,
  ).map((atM) => atM && Math.round(atM / 100) / 10);

test('a visit is where the track comes nearest to the waypoint of its name, unless that is far off', () => {
  const track = trackOf([0, 0], [10, 0]);
  expect(
    locate(track, 'bryn ŵyn', waypoint('Ŵyn'.normalize('NFD'), 7), waypoint(' BRYN ', 2, 0.1)),
  ).toEqual([2, 7]);
  expect(locate(track, 'bryn cwm', waypoint('bryn', 2, 0.2))).toEqual([undefined, undefined]);
  const labelled = [['Ail waith', 'Bryn', 'cp1']];
  expect(locateVisits(track, labelled, [waypoint('cp1', 3), waypoint('Bryn', 5)])).toEqual([5004]);
});

test('out and back, round a loop and lap after lap, each visit comes after the one before', () => {
  const there = trackOf([0, 0], [10, 0], [0, 0]);
  const [bryn, cwm] = [waypoint('bryn', 4), waypoint('cwm', 8)];
  expect(locate(there, 'bryn cwm cwm bryn', bryn, cwm)).toEqual([4, 8, 12, 16]);
  expect(locate(there, 'cwm bryn', bryn, cwm)).toEqual([8, 16]);
  expect(locate(there, 'cwm bryn bryn', bryn, cwm)).toEqual([8, 16, undefined]);
  const round = trackOf([0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [1, 0], [1, 1], [0, 1], [0, 0]);
  expect(locate(round, 'start-mat', waypoint('start-mat', 0))).toEqual([4]);
  expect(locate(round, 'top top', waypoint('top', 1, 0.5))).toEqual([1.5, 5.5]);
  const dense = measureTrack(
    Array.from({ length: 401 }, (_, at) => spot(Math.min(at, 400 - at) / 40)),
  );
  expect(locate(dense, 'bryn bryn', bryn)).toEqual([4, 6]);
});
