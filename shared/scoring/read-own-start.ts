import { spellSpan } from '../format/format-time.ts';
import { coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { err, ok, type Result } from '../model/outcome.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { quoteGiven } from '../model/text-rules.ts';
import { type DurationMs, HOUR_MS, readSpan, writeDuration } from '../model/time.ts';
import { findStartMs, formatWallClock } from '../model/wall-clock.ts';
import { startOf } from './categories.ts';
import { findOffset } from './own-start.ts';

/** The context in which a typed own start is understood. */
export interface StartFrame {
  /** The start of the distance, `2026-06-20-10-00-00`; empty if not set. */
  readonly start: string;
  /** Its runners start one by one, seconds apart. */
  readonly hasOwnStarts: boolean;
}

export const NO_START: StartFrame = { start: '', hasOwnStarts: false };

export function startFrameOf(
  event: EventCode,
  config: Pick<RaceConfig, 'raceStart' | 'starts' | 'setup'>,
): StartFrame {
  const { hasOwnStarts = false } = coursesOf(config).findDistance(event) ?? {};
  return { start: startOf(event, config), hasOwnStarts };
}

const CLOCK =
  /^(?:(\d{4})-(\d\d?)-(\d\d?)[ T-]+)?(\d\d?)[:.-](\d\d)(?:[:.-](\d\d))?(?: *([ap])\.?m\.?)?$/i;
const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * Parses a typed own start into its stored form (RULES.md ST13): an offset from the gun, `+0:00:30` or `-0:30:00`, or a
 * moment, to which `11:05:30` is completed by the start of the distance. Empty for none.
 */
export function readOwnStart(typed: string, frame: StartFrame): Result<string, string> {
  const text = typed.trim().replace(/^[−–]/, '-');
  if (text === '') return ok('');
  const [, sign, span] = /^([+-]) *(.*)$/.exec(text) ?? [];
  if (sign !== undefined) return readOffset(typed, sign, span ?? '', frame);
  const [, year, month = '', date = '', hours, minutes, seconds, half] = CLOCK.exec(text) ?? [];
  // `0:30` may be an offset without its sign.
  const isSpan =
    year === undefined && seconds === undefined && half === undefined && hours?.length === 1;
  const hour = onTheDay(hours, half);
  if (hour === undefined || minutes === undefined || isSpan) return fail(typed);
  const time = [pad(hour), minutes, seconds ?? '00'].join('-');
  if (year === undefined && frame.start === '') {
    return err(
      `On which day ${quoteGiven(text)} is depends on the start of the race: set that first, or write it as 2026-06-20 11:05:30.`,
    );
  }
  const moment =
    year === undefined
      ? nearestTo(frame.start, time)
      : [year, pad(month), pad(date), time].join('-');
  return moment === undefined || findStartMs(moment, 'UTC') === undefined
    ? fail(typed)
    : ok(moment);
}

function readOffset(
  typed: string,
  sign: string,
  text: string,
  { hasOwnStarts }: StartFrame,
): Result<string, string> {
  const span = /[.,]/.test(text) ? undefined : readSpan(text);
  if (!span) return fail(typed);
  const kept = (ms: number): string => `${sign}${writeDuration(ms)}`;
  // Runners who start one by one are sent after the gun, seconds apart.
  const isInterval = hasOwnStarts && sign === '+';
  if (span.orMs === undefined || isInterval || span.ms === span.orMs) return ok(kept(span.ms));
  return err(
    `The own start ${quoteGiven(typed.trim())} may be ${describeOffset(kept(span.orMs))} or ${describeOffset(kept(span.ms))}: write ${kept(span.orMs)} or ${kept(span.ms)}.`,
  );
}

/** The hour on a 24-hour clock; undefined if invalid. */
function onTheDay(hours: string | undefined, half: string | undefined): string | undefined {
  if (hours === undefined || half === undefined) return hours;
  const hour = Number(hours);
  if (hour < 1 || hour > 12) return undefined;
  return String((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

/** The moment with this time of day nearest to the start; of two equally near the later. */
function nearestTo(start: string, time: string): string | undefined {
  const startMs = findStartMs(start, 'UTC');
  const sameDayMs = findStartMs(`${start.slice(0, 'YYYY-MM-DD'.length)}-${time}`, 'UTC');
  if (startMs === undefined || sameDayMs === undefined) return undefined;
  const days = sameDayMs > startMs + HALF_DAY_MS ? -1 : sameDayMs <= startMs - HALF_DAY_MS ? 1 : 0;
  return formatWallClock(sameDayMs + days * 2 * HALF_DAY_MS, 'UTC');
}

/**
 * Describes a stored own start, so that a misreading is noticed: `30 min before the gun`, `23:50:00, 20 min after the
 * gun`. `start` is that of the distance; empty if not set.
 */
export function describeOwnStart(ownStart: string, start: string): string {
  const offsetMs = findFromGun(ownStart, start);
  const time = ownStart.slice('YYYY-MM-DD-'.length).replaceAll('-', ':');
  if (offsetMs === undefined) return time;
  const words = describeFromGun(offsetMs);
  return findOffset(ownStart) === undefined ? `${time}, ${words}` : words;
}

/** The offset of a stored own start from the start of the distance, as far as known. */
export function findFromGun(ownStart: string, start: string): DurationMs | undefined {
  const offsetMs = findOffset(ownStart);
  const [atMs, startMs] = [ownStart, start].map((text) => findStartMs(text, 'UTC'));
  if (offsetMs !== undefined || atMs === undefined || startMs === undefined) return offsetMs;
  return atMs - startMs;
}

function describeOffset(kept: string): string {
  return describeFromGun(findOffset(kept) ?? 0);
}

function describeFromGun(offsetMs: number): string {
  if (offsetMs === 0) return 'with the gun';
  return `${spellSpan(Math.abs(offsetMs))} ${offsetMs < 0 ? 'before' : 'after'} the gun`;
}

function fail(typed: string): Result<string, string> {
  return err(
    `The own start ${quoteGiven(typed)} is none: write a time of day, 11:05:30, or how long after the gun, +0:00:30.`,
  );
}

function pad(digits: string): string {
  return digits.padStart(2, '0');
}
