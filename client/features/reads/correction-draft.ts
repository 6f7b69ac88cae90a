import {
  type CorrectionAction,
  MAX_SHIFT_MS,
  type ReadSelection,
} from '#shared/model/correction.ts';
import { asScanId, parseBandId } from '#shared/model/ids.ts';
import {
  type DurationMs,
  type EpochMs,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
} from '#shared/model/time.ts';
import { isTimePoint, TIME_POINTS, type TimePoint } from '#shared/model/time-point.ts';
import { findStartMs, formatWallClock } from '#shared/model/wall-clock.ts';
import type { PreviewCorrectionBody } from '#shared/wire/reads-api.ts';
import { formatShift, NO_END_MS } from './describe-read.ts';
import { completeStart, parseTypedStart } from '#client/organisers/texts/start-text.ts';

export type ActionKind = CorrectionAction['kind'];

/** What each action is called: where one chooses it, and on the button that does it. */
export const ACTION_NAMES: Readonly<Record<ActionKind, string>> = {
  clock: 'Move the clock',
  void: 'Make void',
  point: 'Move to another point',
  band: 'Give to another band',
};

/** What a dialog is opened for: reads that were chosen, or a source between two moments. */
export type CorrectionSeed =
  | {
      readonly kind: 'reads';
      readonly scanIds: readonly string[];
      readonly action: ActionKind;
      readonly reason?: string;
    }
  | {
      readonly kind: 'source';
      readonly source: string;
      /** Where it reads. */
      readonly points: readonly TimePoint[];
      /** Those at this point alone. */
      readonly point?: TimePoint;
      readonly fromMs: EpochMs;
      readonly untilMs: EpochMs;
      /** What would mend its clock, where that is known. */
      readonly shiftMs?: DurationMs;
      readonly reason?: string;
    };

/** The fields of the dialog, as they are typed. */
export interface CorrectionDraft {
  readonly action: ActionKind;
  readonly shift: string;
  readonly from: string;
  readonly until: string;
  /** Of a source: those at this point alone; empty for all. */
  readonly point: string;
  readonly points: readonly TimePoint[];
  readonly band: string;
  readonly reason: string;
}

export type DraftFaults = Partial<Record<keyof CorrectionDraft, string>>;

const SHIFT_FORM = /^([+−-])?(?:(\d{1,4}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,3}))?$/;
const FRACTION_FORM = /[.,](\d{1,3})$/;

/** Reads `+20:00`, `-1:00:00` or `0:00.4`, later unless it begins with a minus; undefined for anything else. */
function parseShift(text: string): DurationMs | undefined {
  const match = SHIFT_FORM.exec(text.trim());
  if (!match) return undefined;
  const [, sign, hours = '0', minutes, seconds, fraction = ''] = match;
  if (match[2] !== undefined && Number(minutes) > 59) return undefined;
  const ms =
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS +
    Number(fraction.padEnd(3, '0'));
  return sign === '-' || sign === '−' ? -ms : ms;
}

/** A moment as it stands in its field: `18:02:12.114`, with its date before it unless that is the one of `dayMs`. */
function showMoment(atMs: EpochMs, dayMs: EpochMs, timeZone: string): string {
  const [date, time] = splitWallClock(atMs, timeZone);
  const part = ((atMs % SECOND_MS) + SECOND_MS) % SECOND_MS;
  const shown = part === 0 ? time : `${time}.${String(part).padStart(3, '0')}`;
  return date === splitWallClock(dayMs, timeZone)[0] ? shown : `${date} ${shown}`;
}

/** Reads a moment: a time of day alone is of the day of `dayMs`. Without a fraction it is the whole second, from `part` of which it counts. */
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

/** What the dialog begins with. */
export function beginDraft(seed: CorrectionSeed, timeZone: string): CorrectionDraft {
  const empty = { shift: '', from: '', until: '', point: '', points: [], band: '', reason: '' };
  if (seed.kind === 'reads') return { ...empty, action: seed.action, reason: seed.reason ?? '' };
  const { point = '', fromMs, untilMs, shiftMs, reason = '' } = seed;
  return {
    ...empty,
    shift: shiftMs === undefined ? '' : formatShift(shiftMs),
    action: 'clock',
    from: showMoment(fromMs, untilMs, timeZone),
    until: showMoment(untilMs, untilMs, timeZone),
    point,
    reason,
  };
}

/** What is typed, as it is sent; without a body where something is missing or wrong. */
export function readDraft(
  draft: CorrectionDraft,
  seed: CorrectionSeed,
  timeZone: string,
): { readonly body?: PreviewCorrectionBody; readonly faults: DraftFaults } {
  const faults: Faults = {};
  const action = readAction(draft, faults);
  const reads = readSelection(draft, seed, timeZone, faults);
  return action && reads ? { body: { reads, action }, faults } : { faults };
}

type Faults = { -readonly [Part in keyof DraftFaults]: DraftFaults[Part] };

function readAction(draft: CorrectionDraft, faults: Faults): CorrectionAction | undefined {
  switch (draft.action) {
    case 'void':
      return { kind: 'void' };
    case 'clock': {
      const shiftMs = parseShift(draft.shift);
      if (shiftMs === undefined || shiftMs === 0) {
        faults.shift = 'Enter minutes and seconds, as +20:00, or hours too, as -1:00:00.';
      } else if (Math.abs(shiftMs) > MAX_SHIFT_MS) {
        faults.shift = 'A clock is moved by 400 days at most.';
      } else return { kind: 'clock', shiftMs };
      return undefined;
    }
    case 'point': {
      const points = TIME_POINTS.filter((point) => draft.points.includes(point));
      if (points.length > 0) return { kind: 'point', points };
      faults.points = 'Choose where the mat stood.';
      return undefined;
    }
    case 'band': {
      const bandId = parseBandId(draft.band);
      if (bandId !== undefined) return { kind: 'band', bandId };
      faults.band = 'Enter the number of a band: up to 12 digits.';
      return undefined;
    }
    default:
      return draft.action satisfies never;
  }
}

function readSelection(
  draft: CorrectionDraft,
  seed: CorrectionSeed,
  timeZone: string,
  faults: Faults,
): ReadSelection | undefined {
  if (seed.kind === 'reads') {
    return { kind: 'reads', scanIds: seed.scanIds.map(asScanId) };
  }
  const day = seed.untilMs;
  /** What nobody touched is the very moment. */
  const read = (text: string, givenMs: EpochMs, part: 0 | 999): EpochMs | undefined =>
    text === showMoment(givenMs, day, timeZone) ? givenMs : parseMoment(text, day, timeZone, part);
  const fromMs = read(draft.from, seed.fromMs, 0);
  const untilMs = draft.until.trim() === '' ? NO_END_MS : read(draft.until, seed.untilMs, 999);
  const form =
    'Enter a time of day, as 18:02 or 18:02:12.5, or with its date, as 2026-06-20 18:02.';
  if (fromMs === undefined) faults.from = form;
  if (untilMs === undefined) faults.until = form;
  if (fromMs === undefined || untilMs === undefined) return undefined;
  if (untilMs < fromMs) {
    faults.until = 'This is before the first time.';
    return undefined;
  }
  const { source } = seed;
  const point = isTimePoint(draft.point) ? { point: draft.point } : {};
  return { kind: 'source', source, ...point, fromMs, untilMs };
}
