/** A place on the course where wristbands are read. */
export const TIME_POINTS = [
  'start',
  'cp1',
  'cp2',
  'cp3',
  'cp4',
  'cp5',
  'cp6',
  'finish',
  'kom1-start',
  'kom1-end',
  'kom2-start',
  'kom2-end',
] as const;
export type TimePoint = (typeof TIME_POINTS)[number];

/** The six checkpoints in slot order: index 0 is `checkPointOne`. */
export const CHECKPOINTS = ['cp1', 'cp2', 'cp3', 'cp4', 'cp5', 'cp6'] as const;

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
