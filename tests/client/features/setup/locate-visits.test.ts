import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { locateVisits, type Waypoint } from '#client/features/setup/locate-visits.ts';
import {
  lengthOf,
  measureTrack,
  type Track,
  type TrackPlace,
} from '#client/features/setup/summarise-track.ts';

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
    locate(track, 'bryn ŵyn', waypoint('Ŵyn'.normalize('NFD'), 7), waypoint(' BRYN ', 2, 0.2)),
  ).toEqual([2, 7]);
  expect(locate(track, 'bryn cwm', waypoint('bryn', 2, 0.4))).toEqual([undefined, undefined]);
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
});

test('visits lie on any track in their order, and are missing only where none is left', () => {
  const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
  const names = fc.constantFrom('a', 'b', 'c', 'd');
  fc.assert(
    fc.property(
      fc.array(corner, { minLength: 2, maxLength: 40 }),
      fc.array(corner, { minLength: 4, maxLength: 4 }),
      fc.array(names, { maxLength: 12 }),
      (corners, places, visits) => {
        const track = trackOf(...corners);
        const waypoints = places.map(([north, east], index) =>
          waypoint('abcd'.charAt(index), north, east),
        );
        const found = locateVisits(
          track,
          visits.map((name) => [name]),
          waypoints,
        );
        const known = found.filter((atM) => atM !== undefined);
        expect(known).toEqual([...new Set(known)].toSorted((a, b) => a - b));
        expect(known.every((atM) => atM > 0 && atM <= lengthOf(track))).toBe(true);
        for (const [index, name] of visits.entries()) {
          if (found[index] !== undefined) continue;
          const beforeM = Math.max(0, ...found.slice(0, index).filter((atM) => atM !== undefined));
          const all = locateVisits(
            track,
            Array.from({ length: 50 }, () => [name]),
            waypoints,
          );
          expect(all.every((atM) => atM === undefined || atM <= beforeM)).toBe(true);
        }
      },
    ),
  );
});
