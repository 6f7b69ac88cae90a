import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { CourseProfile } from '../model/race-setup.ts';

/** How far a stage of a course ends from the start. */
export interface StageLength {
  readonly atM: number;
  /** What is climbed from the start to there; undefined where the race does not say. */
  readonly climbM: number | undefined;
}

/**
 * How far the stages of an event are from the start, its checkpoints in order, then the finish; undefined for
 * one of which the race does not say it (RULES.md RD3).
 */
export function stageLengthsOf(
  event: EventCode,
  courses: Courses,
): readonly (StageLength | undefined)[] {
  const course = courses.findCourse(event);
  if (!course) return [];
  const { visits, lengthM, climbM, profile } = course;
  const find = (atM: number | undefined, climbed: number | undefined): StageLength | undefined =>
    atM === undefined ? undefined : { atM, climbM: climbed ?? climbTo(profile, atM) };
  const shown = visits.filter(({ isPublic }) => isPublic !== false); // RD4
  return [...shown.map((visit) => find(visit.atM, visit.climbM)), find(lengthM, climbM)];
}

/** What is climbed along a profile up to there; undefined without one. */
function climbTo(profile: CourseProfile | undefined, toM: number): number | undefined {
  if (!profile || profile.heights.length === 0) return undefined;
  let climbM = 0;
  let [, beforeM] = profile.heights[0] ?? [0, 0];
  for (const [atM, heightM] of profile.heights) {
    if (atM > toM) break;
    climbM += Math.max(0, heightM - beforeM);
    beforeM = heightM;
  }
  return Math.round(climbM);
}

/** A metre of climb takes as long as so many on the flat: Naismith's rule, as runners have it. */
const CLIMB_COSTS = 8;

/** The metres on the flat that take as long as this way, as far as the climb is known. */
export function effortOf({ atM, climbM = 0 }: StageLength): number {
  return atM + CLIMB_COSTS * climbM;
}
