import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import { formatShift, parseMoment, parseShift, showMoment } from './moment-text.ts';

/** A moment that is typed as a clock shows it or as the time since a start; the other follows from it. */
export interface TypedTime {
  readonly by: 'clock' | 'elapsed';
  readonly text: string;
}

/** By what it is read. */
export interface TimeFrame {
  /** What the time runs from; undefined where no start is known. */
  readonly startMs: EpochMs | undefined;
  /** A moment of the day that a time of day is of, where no start is known. */
  readonly dayMs: EpochMs;
  readonly timeZone: string;
}

/** Who starts a little early has a time of day before the start; any other is of the day after. */
const BEFORE_START_MS: DurationMs = HOUR_MS;
const DAY_MS: DurationMs = 24 * HOUR_MS;

/** Undefined for what is no time. A time of day is the first that follows the start, less an hour. */
export function readTypedTime(
  { by, text }: TypedTime,
  { startMs, dayMs, timeZone }: TimeFrame,
): EpochMs | undefined {
  if (by === 'elapsed') {
    const elapsedMs = parseShift(text);
    return startMs === undefined || elapsedMs === undefined ? undefined : startMs + elapsedMs;
  }
  const onDay = (atMs: EpochMs): EpochMs | undefined => parseMoment(text, atMs, timeZone, 0);
  if (startMs === undefined) return onDay(dayMs);
  const sameDay = onDay(startMs);
  const isBefore = sameDay !== undefined && sameDay < startMs - BEFORE_START_MS;
  return isBefore ? onDay(startMs + DAY_MS) : sameDay;
}

/** What stands in one of the two fields: as it is typed, or what follows from the other. */
export function showTypedTime(by: TypedTime['by'], typed: TypedTime, frame: TimeFrame): string {
  if (typed.by === by) return typed.text;
  const atMs = readTypedTime(typed, frame);
  const { startMs, dayMs, timeZone } = frame;
  if (atMs === undefined) return '';
  if (by === 'clock') return showMoment(atMs, startMs ?? dayMs, timeZone);
  return startMs === undefined ? '' : formatShift(atMs - startMs).replace('+', '');
}
