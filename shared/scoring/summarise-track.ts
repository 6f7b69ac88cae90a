import type { CourseProfile } from '../model/race-setup.ts';

/** A place of a recorded or drawn way; `heightM` is undefined where the file says none. */
export interface TrackPlace {
  readonly lat: number;
  readonly lon: number;
  readonly heightM: number | undefined;
}

/** What a race needs to know of a way (RULES.md RD3). */
export interface TrackSummary {
  readonly lengthM: number;
  /** Undefined without heights. */
  readonly climbM: number | undefined;
  readonly profile: CourseProfile | undefined;
}

const EARTH_RADIUS_M = 6_371_000;
/** Heights of receivers waver: ups and downs of less than this are no climb. */
const LEAST_CLIMB_M = 5;
/** So many pairs draw a course on any screen, and keep the document small. */
export const MOST_HEIGHTS = 400;

/** Length, climb and ground of a way, from its places in order. */
export function summariseTrack(places: readonly TrackPlace[]): TrackSummary {
  const at = distancesAlong(places);
  const lengthM = Math.round(at.at(-1) ?? 0);
  const heights = places.flatMap(({ heightM }, index) =>
    heightM === undefined ? [] : [[at[index] ?? 0, heightM] as const],
  );
  if (heights.length < 2) return { lengthM, climbM: undefined, profile: undefined };
  return { lengthM, climbM: Math.round(climbOver(heights)), profile: { heights: thin(heights) } };
}

/** How far along a way the place nearest to another is, in metres; undefined when none is within 300 m. */
export function locateOnTrack(
  places: readonly TrackPlace[],
  place: Pick<TrackPlace, 'lat' | 'lon'>,
): number | undefined {
  const at = distancesAlong(places);
  let nearestM = 300;
  let found: number | undefined;
  for (const [index, other] of places.entries()) {
    const awayM = distanceBetween(place, other);
    if (awayM >= nearestM) continue;
    nearestM = awayM;
    found = at[index];
  }
  return found === undefined ? undefined : Math.round(found);
}

/** In metres from the first place to each. */
function distancesAlong(places: readonly TrackPlace[]): readonly number[] {
  let sumM = 0;
  return places.map((place, index) => {
    const before = places[index - 1];
    if (before) sumM += distanceBetween(before, place);
    return sumM;
  });
}

/** Along the great circle, by the haversine formula. */
function distanceBetween(
  a: Pick<TrackPlace, 'lat' | 'lon'>,
  b: Pick<TrackPlace, 'lat' | 'lon'>,
): number {
  const [latA, latB, lats, lons] = [a.lat, b.lat, b.lat - a.lat, b.lon - a.lon].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number, number];
  const half = Math.sin(lats / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(lons / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** From each low to the next high that is enough above it, until it goes down by as much again. */
function climbOver(heights: readonly (readonly [number, number])[]): number {
  let climbM = 0;
  let [, low] = heights[0] ?? [0, 0];
  let high = low;
  for (const [, heightM] of heights) {
    if (heightM > high) high = heightM;
    else if (high - heightM >= LEAST_CLIMB_M) {
      if (high - low >= LEAST_CLIMB_M) climbM += high - low;
      low = heightM;
      high = heightM;
    }
    if (heightM < low && high - low < LEAST_CLIMB_M) {
      low = heightM;
      high = heightM;
    }
  }
  return high - low >= LEAST_CLIMB_M ? climbM + high - low : climbM;
}

/** Evenly along the way, with its first and last place; rounded to the metre. */
function thin(heights: readonly (readonly [number, number])[]): CourseProfile['heights'] {
  const step = Math.max(1, (heights.length - 1) / (MOST_HEIGHTS - 1));
  const count = Math.min(heights.length, MOST_HEIGHTS);
  return Array.from({ length: count }, (_, index) => {
    const [atM, heightM] = heights[Math.round(index * step)] ?? [0, 0];
    return [Math.round(atM), Math.round(heightM)] as const;
  });
}
