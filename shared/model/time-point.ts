import { USUAL_COURSES } from './courses.ts';

/** A place where wristbands are read: the id of a point of the race, which `Courses.hasPoint` checks. */
export type TimePoint = string;

/** With a letter: the rest of a number that a comma cut through must not match. */
const FORM = /^(?=.*[a-z])[a-z0-9][a-z0-9-]{0,29}$/;

/** Whether this can be the id of a point. A mat may be read before anybody knows the race's points. */
export function isTimePoint(value: unknown): value is TimePoint {
  return typeof value === 'string' && FORM.test(value);
}

/** More than any mat serves: a start, a finish, a lap and both ends of a few segments. */
export const MAX_MAT_POINTS = 20;

/** Whether these can be the points of a read: 1 to {@link MAX_MAT_POINTS}, each once. */
export function areMatPoints(value: unknown): value is readonly TimePoint[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_MAT_POINTS &&
    value.every(isTimePoint) &&
    new Set(value).size === value.length
  );
}

/**
 * Parses `finish` or, for one mat that serves several points, `start,finish`. Returns the points once each and in a
 * fixed order, so that one mat has one spelling; undefined when any is invalid, and for more than {@link MAX_MAT_POINTS}.
 */
export function parseTimePoints(text: string): readonly TimePoint[] | undefined {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()));
  const points = [...names].toSorted(compareTimePoints);
  return areMatPoints(points) ? points : undefined;
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
