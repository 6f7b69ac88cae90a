import { quoteGiven } from '#shared/model/text-rules.ts';
import { findClockError } from '#shared/model/clock-error.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { USUAL_COURSES } from '#shared/model/courses.ts';
import { parseTimePoints, type TimePoint } from '#shared/model/time-point.ts';

import type { ReadClock } from '../clock/read-clock.ts';
import {
  badLine,
  type LineResult,
  type LocationPoints,
  type ReaderContext,
} from './line-format.ts';
import { parseReadTime } from './read-fields.ts';

export interface ReaderParts extends ReaderContext {
  readonly clock: ReadClock;
}

/** The read of a chip at a time as the reader writes it; reads from readers always have a time. */
export function readChip(
  code: string,
  time: string,
  { clock, chips }: ReaderParts,
  points?: readonly TimePoint[],
): LineResult {
  const timeMs = parseReadTime(time, clock);
  if (timeMs === undefined) return badLine(`${quoteGiven(time)} is not a time`);
  const bandId = chips.find(code);
  if (bandId === undefined) return chips.refuse(code);
  return { kind: 'read', read: { bandId, timeMs, points } };
}

/** Asks a reader for its time, over a connection on which answers may be late. */
export class ClockQuestion {
  readonly #parts: ReaderParts;
  #askedMs: EpochMs | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Notes that the question is being sent, and returns it. */
  ask(question: string): string {
    this.#askedMs = this.#parts.now?.();
    return question;
  }

  /** How far the clock that shows `time` is ahead; undefined for no time, and without a question. */
  hear(time: string): DurationMs | undefined {
    const shownMs = parseReadTime(time, this.#parts.clock);
    const nowMs = this.#parts.now?.();
    if (shownMs === undefined || nowMs === undefined || this.#askedMs === undefined) {
      return undefined;
    }
    // A clock with whole seconds shows half a second too little on average.
    const otherMs = time.includes('.') ? shownMs : shownMs + SECOND_MS / 2;
    // Zero is never negative.
    return 0 - findClockError({ beforeMs: this.#askedMs, otherMs, afterMs: nowMs });
  }
}

/** `260307` as `2026-03-07`. */
export function isoDate(yyMMdd: string): string {
  return `20${yyMMdd.slice(0, 2)}-${yyMMdd.slice(2, 4)}-${yyMMdd.slice(4)}`;
}

/** `134850` as `13:48:50`. */
export function isoTime(hhmmss: string): string {
  return `${hhmmss.slice(0, 2)}:${hhmmss.slice(2, 4)}:${hhmmss.slice(4)}`;
}

/**
 * The checksum that several readers use: the low byte of the sum of the characters, as two hexadecimal digits in
 * capitals.
 */
export function sumOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return (sum & 0xff).toString(16).toUpperCase().padStart(2, '0');
}

/** Any word could be the name of a point: unusual ones have to be named with `--locations`. */
function findUsualPoints(name: string): readonly TimePoint[] | undefined {
  const points = parseTimePoints(name);
  return points?.every((point) => USUAL_COURSES.hasPoint(point)) ? points : undefined;
}

/**
 * The points of the locations that a reader names (SCANNER.md SN26): as the operator said, else the
 * point of the same name. Any other location is the scanner's own, if the operator named no
 * locations and the reader has named no second one.
 */
export class Locations {
  readonly #known: LocationPoints;
  readonly #names = new Set<string>();

  constructor(known: LocationPoints) {
    this.#known = known;
  }

  note(name: string): void {
    // Endless new names must not fill the memory.
    if (this.#names.size < 2) this.#names.add(name);
  }

  /** The points of a location, undefined for the scanner's own, or why it has none. */
  find(name: string): { readonly points: readonly TimePoint[] | undefined } | string {
    this.note(name);
    const points = this.#known.get(name.trim().toLowerCase()) ?? findUsualPoints(name);
    if (points || (this.#known.size === 0 && this.#names.size === 1)) return { points };
    return `location ${quoteGiven(name)} is not the name of a point: say with --locations where it is`;
  }
}
