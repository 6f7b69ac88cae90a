import { gpx } from '@tmcw/togeojson';
import type { Feature, Position } from 'geojson';

import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { CourseProfile, CourseSetup } from '#shared/model/race-setup.ts';
import { climbTo } from '#shared/scoring/course.ts';

/** A place of a recorded or drawn track; `heightM` is undefined where the file has none. */
export interface TrackPlace {
  readonly lat: number;
  readonly lon: number;
  readonly heightM: number | undefined;
}

/** The values taken from a file; its owner and times are left out. Without heights there is no climb and no profile. */
export type CourseOfFile = Pick<CourseSetup, 'lengthM' | 'climbM' | 'profile'>;

/** A track, and how far along it each of its places is, in metres. */
export interface Track {
  readonly places: readonly TrackPlace[];
  readonly atM: readonly number[];
}

type Heights = CourseProfile['heights'];

const MOST_MEGABYTES = 20;
const MOST_PLACES = 200_000;

const METRES_A_DEGREE = 111_195;
/** A device at rest records scattered places: a place nearer to the previous one than this is skipped. */
const LEAST_STEP_M = 5;
/** A height is the mean of all heights this far before and after it. */
const SMOOTHED_OVER_M = 50;
/** Enough to draw a course on any screen; every spectator's page loads them. */
export const MOST_HEIGHTS = 200;

/** Reads a file in the browser; fails with a sentence for the user. */
export async function readGpx(file: File): Promise<Result<CourseOfFile, string>> {
  if (file.size > MOST_MEGABYTES * 1_024 ** 2)
    return err(`The file is larger than ${MOST_MEGABYTES} MB. Save the course with fewer points.`);
  const text = await file.text().catch(() => undefined);
  if (text === undefined)
    return err('The file cannot be read. Check that it is still there, and choose it again.');
  // A browser would expand the entities of a declaration, which no GPX file has.
  const isDeclared = /<!(?:doctype|entity)/i.test(text);
  const document = isDeclared
    ? undefined
    : new DOMParser().parseFromString(text, 'application/xml');
  if (document?.documentElement.localName !== 'gpx' || document.querySelector('parsererror'))
    return err(
      'This is not a GPX file, or it is incomplete. Save the course as GPX, which maps, watches and their services offer as “Export GPX”, and choose that file.',
    );
  return readCourse(gpx(document).features);
}

/** The course along all tracks one after another, or along the routes of a file without a track. */
function readCourse(features: readonly Feature[]): Result<CourseOfFile, string> {
  const placesOf = (type: string): TrackPlace[] =>
    features
      .filter(({ properties }) => properties?.['_gpxType'] === type)
      .flatMap(({ geometry }) => {
        if (geometry.type === 'LineString') return geometry.coordinates.flatMap(readPlace);
        return geometry.type === 'MultiLineString'
          ? geometry.coordinates.flat().flatMap(readPlace)
          : [];
      });
  const tracked = placesOf('trk');
  const places = tracked.length > 1 ? tracked : placesOf('rte');
  if (places.length < 2)
    return err(
      'The file has no track and no route of two points. Draw the course, and save it as a track.',
    );
  if (places.length > MOST_PLACES)
    return err(`The file has more than ${MOST_PLACES} points. Save the course alone, with fewer.`);
  const track = measureTrack(places);
  const lengthM = lengthOf(track);
  const heights = smoothHeights(track);
  const profile = drawProfile(heights, lengthM);
  return ok({ lengthM, ...(profile && { climbM: climbTo(heights, lengthM), profile }) });
}

/** A place on earth, with its height if it is a number; empty for anything else. */
function readPlace([lon = Number.NaN, lat = Number.NaN, height]: Position): TrackPlace[] {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return [];
  const isHeight = height !== undefined && height >= -500 && height <= 9_000;
  return [{ lat, lon, heightM: isHeight ? height : undefined }];
}

export function measureTrack(all: readonly TrackPlace[]): Track {
  const places: TrackPlace[] = [];
  const atM: number[] = [];
  let sumM = 0;
  for (const [index, place] of all.entries()) {
    const before = places.at(-1);
    const stepM = before ? distanceM(place, before) : 0;
    if (before && stepM < LEAST_STEP_M && index < all.length - 1) continue;
    sumM += stepM;
    places.push(place);
    atM.push(sumM);
  }
  return { places, atM };
}

export function lengthOf({ atM }: Track): number {
  return Math.round(atM.at(-1) ?? 0);
}

/** Between two places near each other. */
function distanceM({ lat, lon }: TrackPlace, from: TrackPlace): number {
  // The meridian of 180° may lie between the two.
  const east = ((lon - from.lon + 540) % 360) - 180;
  return METRES_A_DEGREE * Math.hypot(east * Math.cos((from.lat * Math.PI) / 180), lat - from.lat);
}

/** The smoothed height at every place; empty where fewer than two have one. */
export function smoothHeights({ places, atM }: Track): Heights {
  const known = places.flatMap(({ heightM }, index) =>
    heightM === undefined ? [] : [[atM[index] ?? 0, heightM] as const],
  );
  if (known.length < 2) return [];
  let [from, to, sumM] = [0, 0, 0];
  return known.map(([here]): Heights[number] => {
    for (; to < known.length && (known[to]?.[0] ?? 0) <= here + SMOOTHED_OVER_M; to += 1)
      sumM += known[to]?.[1] ?? 0;
    for (; (known[from]?.[0] ?? 0) < here - SMOOTHED_OVER_M; from += 1)
      sumM -= known[from]?.[1] ?? 0;
    return [Math.round(here), sumM / (to - from)];
  });
}

/** The profile from start to finish in few pairs of whole metres; undefined without heights. */
export function drawProfile(heights: Heights, lengthM: number): CourseProfile | undefined {
  if (heights.length < 2) return undefined;
  const ends = [...new Set([0, ...heights.map(([atM]) => atM), lengthM])];
  const marks =
    ends.length <= MOST_HEIGHTS
      ? ends
      : Array.from({ length: MOST_HEIGHTS }, (_, index) =>
          Math.round((lengthM * index) / (MOST_HEIGHTS - 1)),
        );
  let next = 0;
  return {
    heights: marks.map((atM): Heights[number] => {
      while (next < heights.length - 1 && (heights[next]?.[0] ?? 0) < atM) next += 1;
      const [nextM = 0, after = 0] = heights[next] ?? [];
      const [beforeM, before] = heights[next - 1] ?? [nextM, after];
      const share =
        nextM > beforeM ? Math.min(1, Math.max(0, (atM - beforeM) / (nextM - beforeM))) : 1;
      return [atM, Math.round(before + (after - before) * share)];
    }),
  };
}
