import { expect, test } from 'vitest';

import { Courses } from '#shared/model/courses.ts';
import type { CourseSetup } from '#shared/model/race-setup.ts';
import { stageLengthsOf } from '#shared/scoring/course-lengths.ts';
import { stagePointsOf } from '#shared/scoring/stage-point.ts';
import { locateOnTrack, MOST_HEIGHTS, summariseTrack } from '#shared/scoring/summarise-track.ts';
import { buildWay } from '#tests/support/build-setup.ts';

function lengthsOf(given: Partial<CourseSetup>): unknown {
  const courses = new Courses(
    buildWay('bryn cwm', { courses: [{ id: 'way', name: 'Way', visits: [], ...given }] }),
  );
  const lengths = stageLengthsOf('PB', courses);
  expect(lengths).toHaveLength(stagePointsOf('PB', courses).length);
  return lengths.map((stage) => stage && [stage.atM, stage.climbM]);
}

test('[RD3] a stage is as far as the race says, and climbs as much, else as the ground does', () => {
  const heights = [
    [0, 100],
    [1_000, 250],
    [2_000, 200],
    [3_000, 260],
    [5_000, 90],
  ] as const;
  const visits = [
    { point: 'bryn', atM: 1_000 },
    { point: 'cwm', atM: 3_000, climbM: 300 },
  ];
  expect(lengthsOf({ visits, lengthM: 5_000, profile: { heights } })).toEqual([
    [1_000, 150],
    [3_000, 300],
    [5_000, 210],
  ]);
  expect(lengthsOf({ visits: [{ point: 'bryn' }], lengthM: 5_000 })).toEqual([
    undefined,
    [5_000, undefined],
  ]);
});

test('[RD3 RD4] a visit that is not for everybody is no stage of it', () => {
  const visits = [
    { point: 'bryn', atM: 1_000, isPublic: false },
    { point: 'cwm', atM: 3_000 },
  ];
  expect(lengthsOf({ visits })).toEqual([[3_000, undefined], undefined]);
});

/** Northward along a meridian, about 111 m each. */
const track = (heights: readonly (number | undefined)[]) =>
  heights.map((heightM, at) => ({ lat: 52 + at / 1_000, lon: -4.8, heightM }));

test('[RD3] a recorded way tells its length, its climb without the wavering of the receiver, and its ground', () => {
  const { lengthM, climbM, profile } = summariseTrack(
    track([100, 102, 100, 103, 130, 128, 131, 90]),
  );
  expect(lengthM).toBe(778);
  expect(climbM).toBe(31);
  expect(profile?.heights[0]).toEqual([0, 100]);
  expect(profile?.heights.at(-1)).toEqual([778, 90]);
  expect(summariseTrack(track([undefined, undefined]))).toEqual({
    lengthM: 111,
    climbM: undefined,
    profile: undefined,
  });
  const long = summariseTrack(track(Array.from({ length: 5_000 }, (_, at) => at % 90)));
  expect(long.profile?.heights).toHaveLength(MOST_HEIGHTS);
  const along = long.profile?.heights.map(([atM]) => atM) ?? [];
  expect(along).toEqual(along.toSorted((a, b) => a - b));
});

test('[RD3] a place is along a way where that is nearest, if it is within 300 m', () => {
  const places = track([1, 2, 3, 4]);
  expect(locateOnTrack(places, { lat: 52.0021, lon: -4.8 })).toBe(222);
  expect(locateOnTrack(places, { lat: 52.1, lon: -4.8 })).toBeUndefined();
  expect(locateOnTrack([], { lat: 52, lon: -4.8 })).toBeUndefined();
});
