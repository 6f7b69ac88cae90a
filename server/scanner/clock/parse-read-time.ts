import { isRaceMoment, parseDateTime, parseEpoch, parseFractionMs } from '#shared/model/instant.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';
import { asIfUtc } from '#shared/model/wall-clock.ts';

import type { ReadClock } from './read-clock.ts';

const TIME_OF_DAY_FORM = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?$/;

/**
 * Reads the time of a read in any of the written forms: ISO 8601 with a zone
 * or without, with `T` or a blank, `YYYY-MM-DD-HH-mm-ss`, epoch seconds or
 * milliseconds, or a bare time of day. Undefined for anything else, and for
 * moments that no race is at.
 */
export function parseReadTime(text: string, clock: ReadClock): EpochMs | undefined {
  const epochMs = parseAnyForm(text, clock);
  return epochMs !== undefined && isRaceMoment(epochMs) ? epochMs : undefined;
}

/** Reads `H:MM` or `H:MM:SS`, the latter with or without a fraction, as time since midnight. */
export function parseTimeOfDay(text: string): DurationMs | undefined {
  const match = TIME_OF_DAY_FORM.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = '0', fraction = ''] = match;
  return (
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    parseFractionMs(fraction)
  );
}

function parseAnyForm(text: string, clock: ReadClock): EpochMs | undefined {
  const dateTime = parseDateTime(text);
  if (dateTime) {
    const shownMs = asIfUtc(dateTime.wall);
    return dateTime.offsetMs === undefined
      ? clock.fromWallClock(shownMs)
      : shownMs - dateTime.offsetMs;
  }
  const sinceMidnightMs = parseTimeOfDay(text);
  return sinceMidnightMs === undefined ? parseEpoch(text) : clock.fromTimeOfDay(sinceMidnightMs);
}
