import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  readSpan,
  SECOND_MS,
} from '#shared/model/time.ts';
import { findStartMs, formatWallClock } from '#shared/model/wall-clock.ts';

import { completeStart, parseTypedStart } from './start-text.ts';

const FRACTION_FORM = /[.,](\d{1,3})$/;

/** A shift of a clock: `+20:00`, `−1:00:00.4`. */
export function formatShift(shiftMs: DurationMs): string {
  const ms = Math.abs(shiftMs);
  const [hours, minutes, seconds] = [
    Math.floor(ms / HOUR_MS),
    Math.floor(ms / MINUTE_MS) % 60,
    Math.floor(ms / SECOND_MS) % 60,
  ].map((part) => String(part).padStart(2, '0'));
  const part = ms % SECOND_MS;
  const fraction = part === 0 ? '' : `.${String(part).padStart(3, '0').replace(/0+$/, '')}`;
  const long = ms < HOUR_MS ? '' : `${Number(hours)}:`;
  return `${shiftMs < 0 ? '−' : '+'}${long}${minutes}:${seconds}${fraction}`;
}

/** Parses `+20:00`, `-1:00:00` or `0:00.4`; undefined for anything else. */
export function parseShift(text: string): DurationMs | undefined {
  const [, sign, rest = ''] = /^([+−-])?(.*)$/.exec(text.trim()) ?? [];
  const span = readSpan(rest);
  return sign === '-' || sign === '−' ? span && 0 - span.ms : span?.ms;
}

/** A moment as in its field: `18:02:12.114`, with its date unless that is the date of `dayMs`. */
export function showMoment(atMs: EpochMs, dayMs: EpochMs, timeZone: string): string {
  const [date, time] = splitWallClock(atMs, timeZone);
  const part = ((atMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
  const shown = part === 0 ? time : `${time}.${String(part).padStart(3, '0')}`;
  return date === splitWallClock(dayMs, timeZone)[0] ? shown : `${date} ${shown}`;
}

/**
 * Parses a moment; a time without a date is on the day of `dayMs`. Without a fraction the thousandths are `part`.
 */
export function parseMoment(
  text: string,
  dayMs: EpochMs,
  timeZone: string,
  part: 0 | 999,
): EpochMs | undefined {
  const fraction = /:\d\d[.,]\d{1,3}$/.test(text.trim()) ? FRACTION_FORM.exec(text.trim()) : null;
  const whole = fraction ? text.trim().slice(0, -fraction[0].length) : text;
  const stored = parseTypedStart(completeStart(whole, dayMs, timeZone));
  const atMs = stored === undefined ? undefined : findStartMs(stored, timeZone);
  if (atMs === undefined) return undefined;
  return atMs + (fraction ? Number(fraction[1]?.padEnd(3, '0')) : part);
}

function splitWallClock(atMs: EpochMs, timeZone: string): [date: string, time: string] {
  const stored = formatWallClock(atMs, timeZone);
  return [stored.slice(0, 10), stored.slice(11).replaceAll('-', ':')];
}
