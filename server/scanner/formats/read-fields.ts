import { quoteGiven } from '#shared/model/text-rules.ts';
import { parseTimePoints } from '#shared/model/time-point.ts';
import { isRaceMoment, parseDateTime, parseEpoch } from '#shared/model/instant.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  parseFractionMs,
  SECOND_MS,
} from '#shared/model/time.ts';
import { asIfUtc } from '#shared/model/wall-clock.ts';

import type { ReadClock } from '../clock/read-clock.ts';
import type { ChipCodes } from './chip-codes.ts';
import { badLine, type LineResult } from './line-format.ts';

const TIME_OF_DAY_FORM = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?$/;

/**
 * Parses the time of a read in any of the written forms: ISO 8601 with a zone or without, with `T`
 * or a blank, `YYYY-MM-DD-HH-mm-ss`, epoch seconds or milliseconds, or a bare time of day.
 * Undefined for anything else, and for moments that no race is at.
 */
export function parseReadTime(text: string, clock: ReadClock): EpochMs | undefined {
  const epochMs = parseAnyForm(text, clock);
  return epochMs !== undefined && isRaceMoment(epochMs) ? epochMs : undefined;
}

/** Parses `H:MM` or `H:MM:SS`, the latter with or without a fraction, as time since midnight. */
function parseTimeOfDay(text: string): DurationMs | undefined {
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

/** The names that readers and their programs use for the parts of a read, as {@link simplify} spells them. */
const NAMES = {
  band: listOf(
    'band bandid bandno bandnumber wristband wristbandid wristbandno wristbandnumber racenumber',
    'tag tagid tagno tagnumber tagcode rfid epc chip chipid chipno chipnumber chipcode',
    'transponder transponderid transponderno transpondernumber transpondercode',
  ),
  time: listOf(
    'time timems timestamp datetime timeofday tod epoch',
    'readtime scantime passingtime passtime detectiontime localtime',
  ),
  date: listOf('date day readdate scandate'),
  point: listOf(
    'point points timepoint timingpoint timingpointname location',
    'checkpoint checkpointname split splitname mat station',
  ),
} as const;

export type FieldName = keyof typeof NAMES;
export const FIELD_NAMES = Object.keys(NAMES) as FieldName[];

function listOf(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** A column or key for comparison: letters and digits only, in lower case, so `Band ID` is `bandid`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Finds which of `names` holds a part of a read. Of several, the first one in the list of names
 * above: a `band` takes precedence over a `chip`.
 */
export function findField(names: readonly string[], field: FieldName): number | undefined {
  const simple = names.map(simplify);
  for (const known of NAMES[field]) {
    const index = simple.indexOf(known);
    if (index !== -1) return index;
  }
  return undefined;
}

/** The parts of a read as written; empty if the line does not have them. */
export interface ReadFields {
  readonly band: string;
  /** The day of a time that is only a time of day, `YYYY-MM-DD`. */
  readonly date?: string;
  readonly time: string;
  readonly point: string;
}

/** Makes a read from its written parts, or says which of them is invalid. */
export function parseReadFields(
  fields: ReadFields,
  clock: ReadClock,
  chips: ChipCodes,
): LineResult {
  const band = fields.band.trim();
  const time = withDate(fields.date?.trim() ?? '', fields.time.trim());
  const point = fields.point.trim();

  const bandId = chips.find(band);
  if (bandId === undefined) {
    return band === '' ? badLine('no wristband number') : chips.refuse(band);
  }
  const timeMs = time === '' ? undefined : parseReadTime(time, clock);
  if (time !== '' && timeMs === undefined) return badLine(`${quoteGiven(time)} is not a time`);
  const points = point === '' ? undefined : parseTimePoints(point);
  if (point !== '' && points === undefined) return badLine(`${quoteGiven(point)} is not a point`);
  return { kind: 'read', read: { bandId, timeMs, points } };
}

/** A date alone is a time only if it contains one; it must not become a read of now. */
function withDate(date: string, time: string): string {
  if (time === '') return date;
  if (date === '' || parseTimeOfDay(time) === undefined) return time;
  return `${date} ${/^\d:/.test(time) ? `0${time}` : time}`;
}
