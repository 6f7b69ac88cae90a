import { CHECKPOINT_ROWS, KOM_ROWS } from './courses.ts';

export type Checkpoint = (typeof CHECKPOINT_ROWS)[number]['point'];
/** A place on the course where wristbands are read. */
export type TimePoint =
  | 'start'
  | Checkpoint
  | 'finish'
  | (typeof KOM_ROWS)[number]['start' | 'end'];

/** The checkpoints in slot order: the index of one is that of its split in `splitsMs`. */
export const CHECKPOINTS: readonly Checkpoint[] = CHECKPOINT_ROWS.map(({ point }) => point);

/** All points, in the order in which a mat for several of them is spelled. */
export const TIME_POINTS: readonly TimePoint[] = [
  'start',
  ...CHECKPOINTS,
  'finish',
  ...KOM_ROWS.flatMap(({ start, end }) => [start, end]),
];

export function isTimePoint(value: unknown): value is TimePoint {
  return TIME_POINTS.some((point) => point === value);
}

/**
 * Reads `finish` or, for one mat that serves several points, `start,finish`.
 * Returns the points in the order of {@link TIME_POINTS}, each once, so that
 * one mat always has one spelling; undefined when any name is unknown.
 */
export function parseTimePoints(text: string): readonly TimePoint[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every(isTimePoint)) return undefined;
  return TIME_POINTS.filter((point) => names.includes(point));
}
