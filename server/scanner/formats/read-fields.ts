import { findClockError } from '#shared/model/clock-error.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';
import { parseTimePoints, type TimePoint } from '#shared/model/time-point.ts';
import { isRaceMoment, parseDateTime, parseEpoch } from '#shared/model/instant.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  parseFractionMs,
  readSpan,
  SECOND_MS,
} from '#shared/model/time.ts';

import type { ReadClock } from '../clock/read-clock.ts';
import { badLine, type LineResult, type ReaderParts } from './line-format.ts';

const TIME_OF_DAY_FORM =
  /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(?: ?([ap])\.?m\.?)?$/i;
const DATE_TIME_FORM =
  /^(\d{4}-\d\d-\d\d|\d{4}\/\d\d\/\d\d|(\d\d?)([/.])(\d\d?)\3(\d{4}))[T ,]+(.+)$/i;
/** In logs of CrossMgr's bridge to Impinj: `Sat Jun 20 09:41:10.131823  2026-06-20`, perhaps with a zone before the date. */
const LOGGED_FORM =
  /^[a-z]{3} [a-z]{3} +\d\d? ([\d:.]+) +(?:(UTC|GMT)|[a-z]{1,5})? *(\d{4}-\d\d-\d\d)$/i;

/**
 * Parses the time of a read in any written form (SCANNER.md SN10, SN42): ISO 8601 with or without a zone, with `T` or a
 * blank, `YYYY-MM-DD-HH-mm-ss`, a date in the order of a country, epoch seconds or milliseconds, or a bare time of day,
 * also with AM or PM. Undefined for anything else, for an ambiguous date, and for moments no race is at.
 */
export function parseReadTime(text: string, clock: ReadClock): EpochMs | undefined {
  const epochMs = parseAnyForm(text, clock);
  return epochMs !== undefined && isRaceMoment(epochMs) ? epochMs : undefined;
}

/** A time of day since midnight: `H:MM` or `H:MM:SS`, the latter with or without a fraction, with AM or PM or without. */
function parseTimeOfDay(text: string): DurationMs | undefined {
  const match = TIME_OF_DAY_FORM.exec(text);
  if (!match) return undefined;
  const [, hours, minutes, seconds = '0', fraction = '', half] = match;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return (
    ofDay * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    parseFractionMs(fraction)
  );
}

function parseAnyForm(text: string, clock: ReadClock): EpochMs | undefined {
  const dateTime = parseDateTime(text);
  if (dateTime) {
    const { shownMs, offsetMs } = dateTime;
    return offsetMs === undefined ? clock.fromWallClock(shownMs) : shownMs - offsetMs;
  }
  const sinceMidnightMs = parseTimeOfDay(text);
  if (sinceMidnightMs !== undefined) return clock.fromTimeOfDay(sinceMidnightMs, text);
  return parseOnADate(text, clock) ?? parseEpoch(text);
}

function parseOnADate(text: string, clock: ReadClock): EpochMs | undefined {
  const [, loggedTime, utc, loggedDate = ''] = LOGGED_FORM.exec(text) ?? [];
  const [, written, first, mark, second, year, time] = DATE_TIME_FORM.exec(text) ?? [];
  const sinceMidnightMs = parseTimeOfDay(loggedTime ?? time ?? '');
  if (sinceMidnightMs === undefined) return undefined;
  const date =
    year === undefined
      ? (written ?? loggedDate).replaceAll('/', '-')
      : orderDate([first ?? '', second ?? '', year], mark, clock, text);
  const dayMs = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(dayMs) || new Date(dayMs).toISOString().slice(0, 10) !== date) return undefined;
  const shownMs = dayMs + sinceMidnightMs;
  return utc === undefined ? clock.fromWallClock(shownMs) : shownMs;
}

/** `20/06/2026` or `06/20/2026` as `2026-06-20`; with dots the day is first. */
function orderDate(
  [first, second, year]: readonly [string, string, string],
  mark: string | undefined,
  clock: ReadClock,
  text: string,
): string | undefined {
  const order = mark === '.' ? 'dmy' : clock.orderOf(Number(first), Number(second), text);
  if (order === undefined) return undefined;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** The usual names of the parts of a read, as {@link simplify} writes them. */
const NAMES = {
  band: listOf(
    'band bandid bandno bandnumber wristband wristbandid wristbandno wristbandnumber racenumber',
    'tag tagid tagno tagnumber tagcode rfid epc chip chipid chipno chipnumber chipcode',
    'transponder transponderid transponderno transpondernumber transpondercode',
  ),
  time: listOf(
    'time timems timestamp datetime timeofday tod epoch',
    'readtime scantime passingtime passtime detectiontime localtime discovertime',
  ),
  elapsed: listOf(
    'elapsed elapsedtime timeelapsed racetime guntime timesincegun sincegun',
    'timesincestart timesincethestart sincestart stopwatch stopwatchtime',
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

/** Letters and digits only, in lower case: `Band ID` is `bandid`. */
function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The index of the name of a part of a read. Of several, the first in the list above: `band` goes before `chip`. */
export function findField(names: readonly string[], field: FieldName): number | undefined {
  const simple = names.map(simplify);
  for (const known of NAMES[field]) {
    const index = simple.indexOf(known);
    if (index !== -1) return index;
  }
  return undefined;
}

/**
 * A read from its parts as written: `date` is the day of a bare time of day, `elapsed` a span since the start in place of
 * a time. A bad line names the invalid part.
 */
export function parseReadFields(
  fields: Readonly<Partial<Record<FieldName, string | undefined>>>,
  { clock, chips }: Pick<ReaderParts, 'clock' | 'chips'>,
): LineResult {
  const part = (field: FieldName): string => fields[field]?.trim() ?? '';
  const band = part('band');
  const time = withDate(part('date'), part('time'));
  const elapsed = part('elapsed');
  const point = part('point');
  const bandId = chips.find(band);
  if (bandId === undefined) {
    return band === '' ? badLine('no wristband number') : chips.refuse(band);
  }
  const reading = readTime(time, elapsed, clock);
  if (typeof reading === 'string') return badLine(reading);
  const points = point === '' ? undefined : parseTimePoints(point);
  if (point !== '' && points === undefined) return badLine(`${quoteGiven(point)} is not a point`);
  return { kind: 'read', read: { bandId, timeMs: reading?.timeMs, points } };
}

/** The moment of a line, undefined for a line without a time, or why it is invalid. */
function readTime(
  time: string,
  elapsed: string,
  clock: ReadClock,
): { readonly timeMs: EpochMs } | string | undefined {
  const span = time === '' || clock.isElapsed ? elapsed || time : '';
  if (span !== '') {
    const elapsedMs = readSpan(span)?.ms;
    if (elapsedMs === undefined) return `${quoteGiven(span)} is not a time since the start`;
    const timeMs = clock.fromStart(elapsedMs);
    return timeMs === undefined
      ? `${quoteGiven(span)} is since the start, which the race does not have yet: set it first`
      : { timeMs };
  }
  if (time === '') return undefined;
  const timeMs = parseReadTime(time, clock);
  if (timeMs !== undefined) return { timeMs };
  return clock.seen.openDate === time
    ? `${quoteGiven(time)} may have the day or the month first: say which with --dates dmy or --dates mdy`
    : `${quoteGiven(time)} is not a time`;
}

/** A date without a time of day is returned alone, to be refused: it must not become a read of now. */
function withDate(date: string, time: string): string {
  if (time === '') return date;
  if (date === '' || parseTimeOfDay(time) === undefined) return time;
  return `${date} ${time}`;
}

/** The read of a chip at a time as the reader writes it, or in milliseconds on its clock as if that were UTC. */
export function readChip(
  code: string,
  time: string | EpochMs,
  { clock, chips }: ReaderParts,
  points?: readonly TimePoint[],
): LineResult {
  const timeMs = typeof time === 'string' ? parseReadTime(time, clock) : clock.fromWallClock(time);
  if (timeMs === undefined) return badLine(`${quoteGiven(String(time))} is not a time`);
  const bandId = chips.find(code);
  if (bandId === undefined) return chips.refuse(code);
  return { kind: 'read', read: { bandId, timeMs, points } };
}

/** Compares the clock of a reader with that of this machine, over a connection with delays. */
export class ClockQuestion {
  readonly #parts: ReaderParts;
  #askedMs: EpochMs | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Notes when the question is sent, and returns it. */
  ask(question: string): string {
    this.#askedMs = this.#parts.now?.();
    return question;
  }

  /** How far the clock is ahead that answered `time`; undefined for an invalid time, and without a question. */
  compare(time: string): DurationMs | undefined {
    const shownMs = parseReadTime(time, this.#parts.clock);
    const nowMs = this.#parts.now?.();
    if (shownMs === undefined || nowMs === undefined || this.#askedMs === undefined) {
      return undefined;
    }
    // A clock without fractions is half a second behind on average.
    const otherMs = time.includes('.') ? shownMs : shownMs + SECOND_MS / 2;
    // No negative zero.
    return 0 - findClockError({ beforeMs: this.#askedMs, otherMs, afterMs: nowMs });
  }
}

/** A date and a time as most readers write them, `260307` or `20260307` and `134850` or `134850123`, as ISO 8601. */
export function spellTime(date: string, time: string): string {
  const day = date.replace(/^(?:20)?(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3');
  const ofDay = time
    .replace(/^(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')
    .replace(/^([\d:]{8})(\d+)$/, '$1.$2');
  return `${day} ${ofDay}`.trim();
}

/** The checksum of several readers: the low byte of the sum of the characters, in hexadecimal capitals. */
export function sumOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return (sum & 0xff).toString(16).toUpperCase().padStart(2, '0');
}

/**
 * The points of the locations that a reader names (SCANNER.md SN26): the race's point of that name, or several with
 * commas between. Any other location is the scanner's own, unless the reader has named a second one.
 */
export class Locations {
  readonly #racePoints: readonly TimePoint[];
  readonly #names = new Set<string>();

  constructor(racePoints: readonly TimePoint[]) {
    this.#racePoints = racePoints;
  }

  note(name: string): void {
    // Two are enough to know that there are several.
    if (this.#names.size < 2) this.#names.add(name);
  }

  /** The points of a location, undefined for the scanner's own, or why it is unknown. */
  find(name: string): { readonly points: readonly TimePoint[] | undefined } | string {
    this.note(name);
    const points = parseTimePoints(name);
    if (points?.every((point) => this.#racePoints.includes(point))) return { points };
    if (this.#names.size === 1) return { points: undefined };
    return `location ${quoteGiven(name)} is no point of the race: name it as one of ${this.#racePoints.join(', ')}`;
  }
}
