import { USUAL_COURSES } from './courses.ts';

/** A place where wristbands are read: the id of a point. */
export type TimePoint = string;

/** With a letter, so that a part of a number with a comma does not match. */
const FORM = /^(?=.*[a-z])[a-z0-9][a-z0-9-]{0,29}$/;

/** Whether this can be the id of a point, of whatever race. */
export function isTimePoint(value: unknown): value is TimePoint {
  return typeof value === 'string' && FORM.test(value);
}

/** More than any mat serves. */
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

/** Parses `finish`, or `start,finish` for a mat of several points, into points in a fixed order, each once. */
export function parseTimePoints(text: string): readonly TimePoint[] | undefined {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()));
  const points = [...names].toSorted(compareTimePoints);
  return areMatPoints(points) ? points : undefined;
}

/** The usual points in course order, then others by code point. */
export function compareTimePoints(a: TimePoint, b: TimePoint): number {
  return rankOf(a) - rankOf(b) || (a < b ? -1 : Number(a > b));
}

function rankOf(point: TimePoint): number {
  const { points } = USUAL_COURSES;
  const index = points.indexOf(point);
  return index === -1 ? points.length : index;
}
