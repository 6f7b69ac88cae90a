import type { CourseProfile } from '#shared/model/race-setup.ts';

/** A place of a recorded or drawn track; `heightM` is undefined where the file has none. */
export interface TrackPlace {
  readonly lat: number;
  readonly lon: number;
  readonly heightM: number | undefined;
}

/** A track, and how far along it each of its places is, in metres. */
export interface Track {
  readonly places: readonly TrackPlace[];
  readonly atM: readonly number[];
}

/** The profile of a track, in metres along it and metres above the sea. */
export type Heights = CourseProfile['heights'];

const EARTH_RADIUS_M = 6_371_000;
/** A device at rest records places all around: a place this near to the previous one is left out. */
const LEAST_STEP_M = 5;
/** A height is the mean of those this far before and after it. */
const SMOOTHED_OVER_M = 50;
/** Enough pairs to draw a course on any screen; every spectator's page loads them. */
export const MOST_HEIGHTS = 200;

/** A track of `rounds` rounds, from the places of one round in order. */
export function measureTrack(round: readonly TrackPlace[], rounds = 1): Track {
  const places: TrackPlace[] = [];
  const atM: number[] = [];
  let sumM = 0;
  for (let left = rounds * round.length; left > 0; left -= 1) {
    const place = round[(rounds * round.length - left) % round.length];
    const before = places.at(-1);
    if (!place) break;
    const stepM = before ? distanceBetween(before, place) : 0;
    if (before && stepM < LEAST_STEP_M && left > 1) continue;
    sumM += stepM;
    places.push(place);
    atM.push(sumM);
  }
  return { places, atM };
}

export function lengthOf({ atM }: Track): number {
  return Math.round(atM.at(-1) ?? 0);
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
  const ends = [...new Set([0, ...heights.map(([atM]) => Math.round(atM)), lengthM])];
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

type Spot = Pick<TrackPlace, 'lat' | 'lon'>;

/** Along the great circle, by the haversine formula. */
function distanceBetween(a: Spot, b: Spot): number {
  const [latA, latB, lats, lons] = [a.lat, b.lat, b.lat - a.lat, b.lon - a.lon].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number, number];
  const half = Math.sin(lats / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(lons / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}
