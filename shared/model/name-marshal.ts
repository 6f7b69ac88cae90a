import type { TimePoint } from './time-point.ts';

/** The author of reports with a pass, as in the record: `Dai, marshal at CP3` (RULES.md MA3). */
export function nameMarshal(pass: { readonly name: string; readonly point: TimePoint }): string {
  return `${pass.name}, marshal at ${codePoint(pass.point)}`;
}

/** The name of a point among organisers: `CP3`, and in small letters for a word: `finish`. */
export function codePoint(point: TimePoint): string {
  return /\d$/.test(point) ? point.toUpperCase() : point;
}
