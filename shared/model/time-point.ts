import { USUAL_COURSES } from './courses.ts';

/** A place where wristbands are read: the id of a point of the race, `Courses.hasPoint` says whether it has it. */
export type TimePoint = string;

/** With a letter: the rest of a number that a comma cut through must not match. */
const FORM = /^(?=.*[a-z])[a-z0-9][a-z0-9-]{0,29}$/;

/** Whether this can be the id of a point. A mat may be read before anybody knows the race's points. */
export function isTimePoint(value: unknown): value is TimePoint {
  return typeof value === 'string' && FORM.test(value);
}

/**
 * Parses `finish` or, for one mat that serves several points, `start,finish`. Returns the points once each and in a
 * fixed order, so that one mat has one spelling; undefined when any is invalid.
 */
export function parseTimePoints(text: string): readonly TimePoint[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return names.every(isTimePoint) ? [...new Set(names)].toSorted(compareTimePoints) : undefined;
}

/** The usual ones in the order of their course, then all others by code point. */
export function compareTimePoints(a: TimePoint, b: TimePoint): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : Number(a > b));
}

function rankOf(point: TimePoint): number {
  const { points } = USUAL_COURSES;
  const index = points.indexOf(point);
  return index === -1 ? points.length : index;
}
