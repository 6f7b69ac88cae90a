import type { TimePoint } from './time-point.ts';

/** Who reports with a pass, as the record has it: `Dai, marshal at CP3` (RULES.md MA3). */
export function nameMarshal(pass: { readonly name: string; readonly point: TimePoint }): string {
  return `${pass.name}, marshal at ${codePoint(pass.point)}`;
}

/** A point as organisers say it to each other: `CP3`, and in small letters what is a word: `finish`. */
export function codePoint(point: TimePoint): string {
  return /\d$/.test(point) ? point.toUpperCase() : point;
}
