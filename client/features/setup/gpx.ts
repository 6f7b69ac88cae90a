import { gpx } from '@tmcw/togeojson';
import type { Feature, Position } from 'geojson';

import { err, ok, type Result } from '#shared/model/outcome.ts';
import type {
  CourseProfile,
  CourseSetup,
  PointSetup,
  VisitSetup,
} from '#shared/model/race-setup.ts';
import { spellingKey } from '#shared/model/text-rules.ts';
import { climbTo } from '#shared/scoring/course.ts';
import { formatKm, isKnown, nameVisit } from './CourseSummary.tsx';

/** A place of a recorded or drawn track; `heightM` is undefined where the file has none. */
export interface TrackPlace {
  readonly lat: number;
  readonly lon: number;
  readonly heightM: number | undefined;
}

export interface Waypoint extends Spot {
  readonly name: string;
}

/** The values taken from a file; its owner and times are left out. */
export interface GpxFile {
  /** Its tracks, or its routes if it has no track; for several, also all of them joined. */
  readonly lines: readonly (readonly TrackPlace[])[];
  readonly waypoints: readonly Waypoint[];
}

/** A track, and how far along it each of its places is, in metres. */
export interface Track {
  readonly places: readonly TrackPlace[];
  readonly atM: readonly number[];
}

type Heights = CourseProfile['heights'];

const MOST_MEGABYTES = 20;
/** Places in a file, and in a track over all its rounds. */
export const MOST_PLACES = 200_000;

const METRES_A_DEGREE = 111_195;
/** A device at rest records scattered places: a place nearer to the previous one than this is skipped. */
const LEAST_STEP_M = 5;
/** A height is the mean of all heights this far before and after it. */
const SMOOTHED_OVER_M = 50;
/** Enough to draw a course on any screen; every spectator's page loads them. */
export const MOST_HEIGHTS = 200;
/** A waypoint farther from the track than this is not on it. */
const MOST_OFF_M = 150;
/** A track this far past the start or a waypoint can pass it again. */
const AGAIN_AFTER_M = 200;

/** Reads a file in the browser; fails with a sentence for the user. */
export async function readGpx(file: File): Promise<Result<GpxFile, string>> {
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
  return takePlaces(gpx(document).features);
}

function takePlaces(features: readonly Feature[]): Result<GpxFile, string> {
  const linesOf = (type: string): TrackPlace[][] =>
    features
      .filter(({ properties }) => properties?.['_gpxType'] === type)
      .map(({ geometry }) => {
        if (geometry.type === 'LineString') return geometry.coordinates.flatMap(readPlace);
        return geometry.type === 'MultiLineString'
          ? geometry.coordinates.flat().flatMap(readPlace)
          : [];
      })
      .filter(({ length }) => length > 1);
  const tracks = linesOf('trk');
  const lines = tracks.length > 0 ? tracks : linesOf('rte');
  const waypoints = features.flatMap(({ geometry, properties }): Waypoint[] => {
    const name: unknown = properties?.['name'];
    if (geometry.type !== 'Point' || typeof name !== 'string') return [];
    return readPlace(geometry.coordinates).map(({ lat, lon }) => ({ name, lat, lon }));
  });
  if (lines.length === 0)
    return err(
      'The file has no track and no route of two points. Draw the course, and save it as a track.',
    );
  if (lines.flat().length > MOST_PLACES)
    return err(`The file has more than ${MOST_PLACES} points. Save the course alone, with fewer.`);
  return ok({ lines: lines.length === 1 ? lines : [...lines, lines.flat()], waypoints });
}

/** A place on earth, with its height if it is a number; empty for anything else. */
function readPlace([lon = Number.NaN, lat = Number.NaN, height]: Position): TrackPlace[] {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return [];
  const isHeight = height !== undefined && height >= -500 && height <= 9_000;
  return [{ lat, lon, heightM: isHeight ? height : undefined }];
}

/** A track of several rounds, from the places of one round in order. */
export function measureTrack(round: readonly TrackPlace[], rounds = 1): Track {
  const all = Array.from({ length: rounds }, () => round).flat();
  const places: TrackPlace[] = [];
  const atM: number[] = [];
  let sumM = 0;
  for (const [index, place] of all.entries()) {
    const before = places.at(-1);
    const { x, y } = before ? offsetOf(place, before) : { x: 0, y: 0 };
    const stepM = Math.hypot(x, y);
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

type Spot = Pick<TrackPlace, 'lat' | 'lon'>;

/** How many metres a place is east (`x`) and north (`y`) of another one nearby. */
function offsetOf({ lat, lon }: Spot, from: Spot): { readonly x: number; readonly y: number } {
  // The meridian of 180° may lie between the two.
  const east = ((lon - from.lon + 540) % 360) - 180;
  return {
    x: east * METRES_A_DEGREE * Math.cos((from.lat * Math.PI) / 180),
    y: (lat - from.lat) * METRES_A_DEGREE,
  };
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

/**
 * The distance of each visit along a track, in whole metres: where the track passes the waypoint of its name for the
 * first time after the visit before it. `visits` has the possible names of each, by preference.
 */
export function locateVisits(
  track: Track,
  visits: readonly (readonly string[])[],
  waypoints: readonly Waypoint[],
): readonly (number | undefined)[] {
  const byName = new Map(waypoints.map((each) => [spellingKey(each.name), each]));
  let beforeM = AGAIN_AFTER_M;
  let before: Waypoint | undefined;
  return visits.map((names) => {
    const waypoint = names.flatMap((name) => byName.get(spellingKey(name)) ?? [])[0];
    if (!waypoint) return undefined;
    const afterM = waypoint === before ? beforeM + AGAIN_AFTER_M : beforeM;
    const atM = findPassing(track, waypoint, afterM);
    if (atM !== undefined) [before, beforeM] = [waypoint, atM];
    return atM;
  });
}

function findPassing(
  { places, atM }: Track,
  waypoint: Waypoint,
  afterM: number,
): number | undefined {
  const flat = places.map((place) => offsetOf(place, waypoint));
  let best: { offM: number; hereM: number } | undefined;
  for (const [index, to] of flat.entries()) {
    const from = flat[index - 1] ?? to;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.max(0, Math.min(1, -(from.x * dx + from.y * dy) / (dx ** 2 + dy ** 2 || 1)));
    const [fromM = 0, toM = 0] = [atM[index - 1], atM[index]];
    const hereM = Math.round(fromM + share * (toM - fromM));
    const offM = Math.hypot(from.x + share * dx, from.y + share * dy);
    if (hereM <= afterM) continue;
    if (best && hereM - best.hereM > AGAIN_AFTER_M) break;
    if (offM <= MOST_OFF_M && offM < (best?.offM ?? Infinity)) best = { offM, hereM };
  }
  return best?.hereM;
}

/** A course completed from a track. */
export interface TakenTrack {
  readonly course: CourseSetup;
  /** `Length: 21.1 km (now not set)`. */
  readonly changes: readonly string[];
  /** Visits that have no place on the track. */
  readonly missing: readonly string[];
}

/** Sets length, climb, profile, and the places of the visits; values missing from the track stay unchanged. */
export function takeTrack(
  course: CourseSetup,
  points: readonly PointSetup[],
  track: Track,
  waypoints: readonly Waypoint[],
): TakenTrack {
  const lengthM = lengthOf(track);
  const ground = smoothHeights(track);
  const profile = drawProfile(ground, lengthM);
  const names = course.visits.map((visit) => nameVisit(visit, points));
  const found = locateVisits(
    track,
    course.visits.map(({ point }, index) => [
      names[index] ?? '',
      nameVisit({ point }, points),
      point,
    ]),
    waypoints,
  );
  const climbedTo = (toM: number): { climbM?: number } =>
    profile ? { climbM: climbTo(ground, toM) } : {};
  const visits = course.visits.map((visit, index): VisitSetup => {
    const atM = found[index];
    return atM === undefined ? visit : { ...visit, atM, ...climbedTo(atM) };
  });
  const { profile: before, ...rest } = course;
  const taken: CourseSetup = {
    ...rest,
    lengthM,
    ...climbedTo(lengthM),
    visits,
    ...(profile && { profile }),
  };
  const changes = [
    describe('Length', course.lengthM, lengthM, formatKm),
    profile
      ? describe('Climb', course.climbM, taken.climbM, (metres) => `${metres} m`)
      : `The file has no heights: the climb stays as it is${before ? ', and the profile is removed' : ''}.`,
    ...visits.flatMap(({ atM, climbM }, index) => {
      if (found[index] === undefined) return [];
      const climbed = profile ? `, ${climbM} m climbed` : '';
      return [describe(names[index] ?? '', course.visits[index]?.atM, atM, formatKm) + climbed];
    }),
  ];
  return { course: taken, changes, missing: names.filter((_, at) => found[at] === undefined) };
}

function describe(
  what: string,
  before: number | undefined,
  after: number | undefined,
  format: (metres: number) => string,
): string {
  const now = isKnown(before) ? format(before) : 'not set';
  return `${what}: ${format(after ?? 0)} (now ${now})`;
}
