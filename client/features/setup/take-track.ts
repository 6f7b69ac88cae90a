import type { CourseSetup, PointSetup, VisitSetup } from '#shared/model/race-setup.ts';
import { climbTo } from '#shared/scoring/course.ts';
import { formatKm, nameVisit } from './draw-course.ts';
import { locateVisits, type Waypoint } from './locate-visits.ts';
import { drawProfile, lengthOf, smoothHeights, type Track } from './summarise-track.ts';

/** A course completed from a track, and what that changes, in words. */
export interface TakenTrack {
  readonly course: CourseSetup;
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
      : `The file has no heights: the climb stays as it is${before ? ', and the ground goes' : ''}.`,
    ...visits.flatMap(({ atM, climbM }, index) => {
      if (found[index] === undefined) return [];
      const climbed = profile ? `, ${climbM} m climbed` : '';
      return [describe(names[index] ?? '', course.visits[index]?.atM, atM, formatKm) + climbed];
    }),
  ];
  const missing = names.filter((_, index) => found[index] === undefined);
  return { course: taken, changes, missing };
}

function describe(
  what: string,
  before: number | undefined,
  after: number | undefined,
  format: (metres: number) => string,
): string {
  const now = before === undefined || Number.isNaN(before) ? 'not said' : format(before);
  return `${what}: ${format(after ?? 0)} (now ${now})`;
}
