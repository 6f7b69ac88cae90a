import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';
import { findStartMs, formatWallClock } from '#shared/model/wall-clock.ts';

const STORED_FORM = /^(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)$/;
const TYPED_FORM =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:\s*T\s*|\s+|-)(\d{1,2})[:.-](\d{2})(?:[:.-](\d{2}))?$/i;
const TIME_FORM = /^\d{1,2}[:.]\d{2}(?:[:.]\d{2})?$/;
const DAY_MS = 24 * HOUR_MS;

/** A stored start as in its field: `2026-06-20 10:00:00`; any other text unchanged. */
export function showStart(stored: string): string {
  return stored.replace(STORED_FORM, '$1 $2:$3:$4');
}

/**
 * Parses a typed start, with optional seconds, into the stored form `YYYY-MM-DD-HH-mm-ss`, without checking that the
 * moment exists; undefined for anything else.
 */
export function parseTypedStart(typed: string): string | undefined {
  const match = TYPED_FORM.exec(typed.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00'] = match;
  return [year, ...[month, day, hour, minute, second].map((part) => part?.padStart(2, '0'))].join(
    '-',
  );
}

/** Adds the date of `nowMs` to a time without one. */
export function completeStart(typed: string, nowMs: EpochMs, timeZone: string): string {
  const text = typed.trim();
  const today = formatWallClock(nowMs, timeZone).slice(0, 10);
  const stored = parseTypedStart(TIME_FORM.test(text) ? `${today} ${text}` : text);
  return stored === undefined ? typed : showStart(stored);
}

/** `Saturday 20 June 2026, 10:00:00`, in the zone. */
export function describeMoment(epochMs: EpochMs, timeZone: string): string {
  const day = Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(epochMs);
  return `${day.replace(',', '')}, ${describeTimeOfDay(epochMs, timeZone)}`;
}

/** `10:00:00` in the zone. */
export function describeTimeOfDay(epochMs: EpochMs, timeZone: string): string {
  return formatWallClock(epochMs, timeZone).slice(11).replaceAll('-', ':');
}

/** A span in its largest units: `40 s`, `12 min`, `2 h 5 min`, `3 days`. */
export function describeSpan(spanMs: DurationMs): string {
  if (spanMs < MINUTE_MS) return `${Math.floor(spanMs / SECOND_MS)} s`;
  if (spanMs < HOUR_MS) return `${Math.floor(spanMs / MINUTE_MS)} min`;
  if (spanMs >= 2 * DAY_MS) return `${Math.floor(spanMs / DAY_MS)} days`;
  const minutes = Math.floor((spanMs % HOUR_MS) / MINUTE_MS);
  const hours = `${Math.floor(spanMs / HOUR_MS)} h`;
  return minutes === 0 ? hours : `${hours} ${minutes} min`;
}

/**
 * A moment in the stored form of a start, to the second. Undefined in an hour that the clocks show for the second time,
 * since that form means the first (RULES.md ST8).
 */
export function writeStart(epochMs: EpochMs, timeZone: string): string | undefined {
  const stored = formatWallClock(epochMs, timeZone);
  const read = findStartMs(stored, timeZone);
  return read === Math.floor(epochMs / SECOND_MS) * SECOND_MS ? stored : undefined;
}
