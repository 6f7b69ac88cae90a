import { spellingKey } from '#shared/model/text-rules.ts';

import type { Track, TrackPlace } from './summarise-track.ts';

/** A named place of a file. */
export interface Waypoint extends Pick<TrackPlace, 'lat' | 'lon'> {
  readonly name: string;
}

/** A place farther from the track than this is not on it. */
const MOST_OFF_M = 300;
/** The track passes a place wherever it is at most this much farther off than at its nearest. */
const PASSES_WITHIN_M = 50;
/** It passes again after it was away for this long. */
const AWAY_M = 200;
/** The track is still at the start up to this distance; a lap passes it again. */
const AT_START_M = 50;
const METRES_A_DEGREE = 111_195;

/**
 * How far along a track each visit is. `visits` are the possible names of each, by preference;
 * undefined for one without a waypoint of such a name on the track. Each is at the first passing
 * after the visit before it.
 */
export function locateVisits(
  track: Track,
  visits: readonly (readonly string[])[],
  waypoints: readonly Waypoint[],
): readonly (number | undefined)[] {
  const passed = new Map<string, readonly number[]>();
  for (const { name, ...spot } of waypoints) {
    const known = passed.get(spellingKey(name)) ?? [];
    passed.set(
      spellingKey(name),
      [...known, ...findPassings(track, spot)].toSorted((a, b) => a - b),
    );
  }
  let beforeM = AT_START_M;
  return visits.map((names) => {
    const name = names.map(spellingKey).find((each) => passed.has(each));
    const atM = passed.get(name ?? '')?.find((each) => each > beforeM);
    if (atM !== undefined) beforeM = atM;
    return atM;
  });
}

/** The distances along a track, in whole metres, at which it passes a place. */
function findPassings({ places, atM }: Track, spot: Omit<Waypoint, 'name'>): readonly number[] {
  const east = METRES_A_DEGREE * Math.cos((spot.lat * Math.PI) / 180);
  const flat = places.map(({ lat, lon }) => ({
    x: (lon - spot.lon) * east,
    y: (lat - spot.lat) * METRES_A_DEGREE,
  }));
  const nearest = flat.slice(1).map(({ x, y }, index) => {
    const from = flat[index] ?? { x, y };
    const [dx, dy] = [x - from.x, y - from.y];
    const share = Math.max(0, Math.min(1, -(from.x * dx + from.y * dy) / (dx ** 2 + dy ** 2 || 1)));
    const [fromM = 0, toM = 0] = [atM[index], atM[index + 1]];
    return {
      offM: Math.hypot(from.x + share * dx, from.y + share * dy),
      atM: fromM + share * (toM - fromM),
    };
  });
  const leastM = nearest.reduce((least, { offM }) => Math.min(least, offM), Infinity);
  if (leastM > MOST_OFF_M) return [];
  const found: { offM: number; atM: number }[] = [];
  let lastM = -Infinity;
  for (const here of nearest) {
    if (here.offM > leastM + PASSES_WITHIN_M) continue;
    const best = found.at(-1);
    if (!best || here.atM - lastM > AWAY_M) found.push(here);
    else if (here.offM < best.offM) found[found.length - 1] = here;
    lastM = here.atM;
  }
  return found.map((one) => Math.round(one.atM));
}
