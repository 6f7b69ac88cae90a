import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS, parseFractionMs } from './time.ts';
import { parseShown } from './wall-clock.ts';

const ISO_FORM =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)? ?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;
const DASHED_FORM = /^(\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d\d)(?:[.,](\d+))?$/;
const ZONE_FORM = /^([+-])(\d\d):?(\d\d)?$/;
const EPOCH_FORM = /^(\d{9,13})(?:[.,](\d+))?$/;

const FIRST_MS = Date.UTC(2000, 0, 1);
const END_MS = Date.UTC(2100, 0, 1);

interface DateTime {
  /** The written time, as if it were UTC. */
  readonly shownMs: EpochMs;
  readonly offsetMs: DurationMs | undefined;
}

/** Whether a read is from 2000 to 2099; anything else is a broken clock. */
export function isRaceMoment(epochMs: EpochMs): boolean {
  return epochMs >= FIRST_MS && epochMs < END_MS;
}

/**
 * Parses ISO 8601 (`2026-11-20T11:32:05.120Z`, `+01:00`, no zone), with `T` or a blank, and `YYYY-MM-DD-HH-mm-ss`.
 * Undefined for any other form, and if there is no such moment.
 */
export function parseDateTime(text: string): DateTime | undefined {
  const match = ISO_FORM.exec(text) ?? DASHED_FORM.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone] = match;
  const shownMs = parseShown(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  if (shownMs === undefined) return undefined;
  const offsetMs = zone === undefined ? undefined : parseZone(zone);
  return { shownMs: shownMs + parseFractionMs(fraction), offsetMs };
}

/** Parses epoch seconds, with a fraction or without, or milliseconds, distinguished by size. */
export function parseEpoch(text: string): EpochMs | undefined {
  const match = EPOCH_FORM.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  const isSeconds = whole.length <= 10;
  return isSeconds ? Number(whole) * 1_000 + parseFractionMs(fraction) : Number(whole);
}

/**
 * Parses ISO 8601 with a zone, or epoch seconds or milliseconds; undefined for other forms, and outside the race years.
 */
export function parseInstant(text: string): EpochMs | undefined {
  const trimmed = text.trim();
  const dateTime = parseDateTime(trimmed);
  const epochMs =
    dateTime?.offsetMs === undefined ? parseEpoch(trimmed) : dateTime.shownMs - dateTime.offsetMs;
  return epochMs !== undefined && isRaceMoment(epochMs) ? epochMs : undefined;
}

function parseZone(zone: string): DurationMs {
  const [, sign, hours = '0', minutes = '0'] = ZONE_FORM.exec(zone) ?? [];
  const sizeMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '-' ? -sizeMs : sizeMs;
}
