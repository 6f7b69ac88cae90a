import { gpx } from '@tmcw/togeojson';
import type { Feature, Position } from 'geojson';

import { err, ok, type Result } from '#shared/model/outcome.ts';
import type { Waypoint } from './locate-visits.ts';
import type { TrackPlace } from './summarise-track.ts';

/** The values taken from a file; its owner and times are left out. */
export interface GpxFile {
  /** Its tracks, or its routes if it has no track; for several, also all of them joined. */
  readonly lines: readonly (readonly TrackPlace[])[];
  readonly waypoints: readonly Waypoint[];
}

const MOST_MEGABYTES = 20;
/** Places of one track, in all its rounds. */
export const MOST_PLACES = 200_000;
const MOST_LINES = 50;
const MOST_WAYPOINTS = 500;
const ADVICE =
  'Save the course as GPX, which maps, watches and their services offer as “Export GPX”, and choose that file.';
/** Files chosen in place of a GPX file, by their ending. */
const OTHERS = /\.(tcx|fit|kml|kmz|zip|gz|json|geojson)$/i;

/** Reads a file in the browser; fails with a sentence that says what to do. */
export async function readGpx(file: File): Promise<Result<GpxFile, string>> {
  const other = OTHERS.exec(file.name)?.[1];
  if (other !== undefined) return err(`This is a ${other.toUpperCase()} file. ${ADVICE}`);
  if (file.size > MOST_MEGABYTES * 1_024 ** 2)
    return err(`The file is larger than ${MOST_MEGABYTES} MB. Save the course with fewer points.`);
  const text = await file.text().catch(() => undefined);
  if (text === undefined)
    return err('The file cannot be read. Check that it is still there, and choose it again.');
  // No GPX file has declarations; a browser would expand their entities.
  if (/<!(?:doctype|entity)/i.test(text))
    return err(`The file has declarations (<!DOCTYPE) that no GPX file has. ${ADVICE}`);
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const { localName } = document.documentElement;
  if (document.querySelector('parsererror'))
    return err(`The file is not GPX, or is incomplete. ${ADVICE}`);
  if (localName !== 'gpx') return err(`This is no GPX file, but one of “${localName}”. ${ADVICE}`);
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
  if (
    lines.length > MOST_LINES ||
    waypoints.length > MOST_WAYPOINTS ||
    lines.flat().length > MOST_PLACES
  )
    return err(
      `The file has more than ${MOST_PLACES} points, ${MOST_LINES} tracks or ${MOST_WAYPOINTS} waypoints. Save the course alone, with fewer.`,
    );
  return ok({ lines: lines.length === 1 ? lines : [...lines, lines.flat()], waypoints });
}

/** A place on earth, with its height if it is a number; empty for anything else. */
function readPlace([lon = Number.NaN, lat = Number.NaN, height]: Position): TrackPlace[] {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return [];
  const isHeight = height !== undefined && height >= -500 && height <= 9_000;
  return [{ lat, lon, heightM: isHeight ? height : undefined }];
}
