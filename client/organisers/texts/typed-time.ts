import { type DurationMs, type EpochMs, HOUR_MS } from '#shared/model/time.ts';

import { formatShift, parseMoment, parseShift, showMoment } from './moment-text.ts';

/** A moment typed as a time of day or as the time since a start. */
export interface TypedTime {
  readonly by: 'clock' | 'elapsed';
  readonly text: string;
}

export interface TimeFrame {
  /** Where the time counts from; undefined if unknown. */
  readonly startMs: EpochMs | undefined;
  /** A moment on the day of a time of day, for an unknown start. */
  readonly dayMs: EpochMs;
  readonly timeZone: string;
}

/** A time of day up to this long before the start is an early start; any earlier one is on the next day. */
const BEFORE_START_MS: DurationMs = HOUR_MS;
const DAY_MS: DurationMs = 24 * HOUR_MS;

/** Undefined for an invalid time. A time of day is the first one from an hour before the start on. */
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

/** The text of one of the two fields: as typed, or as computed from the other. */
export function showTypedTime(by: TypedTime['by'], typed: TypedTime, frame: TimeFrame): string {
  if (typed.by === by) return typed.text;
  const atMs = readTypedTime(typed, frame);
  const { startMs, dayMs, timeZone } = frame;
  if (atMs === undefined) return '';
  if (by === 'clock') return showMoment(atMs, startMs ?? dayMs, timeZone);
  return startMs === undefined ? '' : formatShift(atMs - startMs).replace('+', '');
}
