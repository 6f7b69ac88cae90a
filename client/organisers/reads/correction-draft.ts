import {
  type CorrectionAction,
  MAX_SHIFT_MS,
  type ReadSelection,
} from '#shared/model/decisions.ts';
import { asScanId, parseBandId } from '#shared/model/ids.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { compareTimePoints, isTimePoint, type TimePoint } from '#shared/model/time-point.ts';
import type { PreviewCorrectionBody } from '#shared/wire/reads-api.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import type { Checked } from '#client/kit/form-fields.tsx';
import { formatShift, parseMoment, parseShift, showMoment } from '../texts/moment-text.ts';
import { readTypedTime, type TimeFrame, type TypedTime } from '../texts/typed-time.ts';
import type { ElapsedList } from './elapsed-list.ts';
import { NO_END_MS } from './describe-read.ts';

const MOST_FAULTS = 5;

export type ActionKind = CorrectionAction['kind'];

export const ACTION_NAMES: Readonly<Record<ActionKind, string>> = {
  clock: 'Move the clock',
  void: 'Make void',
  point: 'Move to another point',
  band: 'Give to another band',
  add: 'Add a read',
  list: 'Add a list of times',
};

/** What a dialog corrects. */
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
      readonly points: readonly TimePoint[];
      /** Only the reads at this point. */
      readonly point?: TimePoint;
      readonly fromMs: EpochMs;
      readonly untilMs: EpochMs;
      /** The shift that would fix its clock, where known. */
      readonly shiftMs?: DurationMs;
      readonly reason?: string;
    }
  /** Adds a list of bibs and times since the gun. */
  | { readonly kind: 'list' }
  /** Adds a read of this runner, or of the typed one. */
  | { readonly kind: 'added'; readonly runnerId?: string; readonly point?: TimePoint };

export interface CorrectionDraft {
  readonly action: ActionKind;
  readonly shift: string;
  readonly from: string;
  readonly until: string;
  /** For a source: only the reads at this point, empty for all. For an added read: where it was. */
  readonly point: string;
  readonly points: readonly TimePoint[];
  readonly band: string;
  readonly who: string;
  readonly list: string;
  readonly time: TypedTime;
  readonly reason: string;
}

export interface AddedTo extends TimeFrame {
  readonly runner: Pick<AdminRunner, 'raceNumber'> | undefined;
  /** The typed band, if the runner has several. */
  readonly band?: string | undefined;
  readonly list?: ElapsedList;
}

export function beginDraft(seed: CorrectionSeed, timeZone: string): CorrectionDraft {
  const time: TypedTime = { by: 'clock', text: '' };
  const texts = { shift: '', from: '', until: '', point: '', band: '', who: '', list: '' };
  const empty = { ...texts, reason: '', points: [], time };
  if (seed.kind === 'added') return { ...empty, action: 'add', point: seed.point ?? 'finish' };
  if (seed.kind === 'list') return { ...empty, action: 'list', point: 'finish' };
  if (seed.kind === 'reads') return { ...empty, action: seed.action, reason: seed.reason ?? '' };
  const { point = '', fromMs, untilMs, shiftMs, reason = '' } = seed;
  return {
    ...empty,
    shift: shiftMs === undefined ? '' : formatShift(shiftMs),
    action: 'clock',
    from: showMoment(fromMs, untilMs, timeZone),
    point,
    reason,
  };
}

/**
 * The changes for another action. A clock stays wrong until somebody sets it, so its correction has no end; any other
 * ends with the last read. A typed end stays.
 */
export function changeAction(
  draft: CorrectionDraft,
  action: ActionKind,
  seed: CorrectionSeed,
  timeZone: string,
): Partial<CorrectionDraft> {
  if (seed.kind !== 'source') return { action };
  const { untilMs } = seed;
  const endOf = (kind: ActionKind): string =>
    kind === 'clock' ? '' : showMoment(untilMs, untilMs, timeZone);
  const isUntouched = draft.until === endOf(draft.action);
  return isUntouched ? { action, until: endOf(action) } : { action };
}

/** The request of a draft; a missing reason is a fault, but its preview needs none. */
export function readDraft(
  draft: CorrectionDraft,
  seed: CorrectionSeed,
  timeZone: string,
  to?: AddedTo,
): Checked<PreviewCorrectionBody> {
  const faults: Faults = {};
  if (draft.reason.trim() === '') {
    faults.reason = 'Say why, for anyone who looks at this later.';
  }
  const action = readAction(draft, faults, to);
  const reads = readSelection(draft, seed, timeZone, faults);
  return action && reads ? { body: { reads, action }, faults } : { faults };
}

type Faults = { -readonly [Part in keyof CorrectionDraft]?: string };

function readAction(
  draft: CorrectionDraft,
  faults: Faults,
  to: AddedTo | undefined,
): CorrectionAction | undefined {
  switch (draft.action) {
    case 'void':
      return { kind: 'void' };
    case 'clock': {
      const shiftMs = parseShift(draft.shift);
      if (shiftMs === undefined || shiftMs === 0) {
        faults.shift = 'Enter minutes and seconds such as +20:00, or with hours, -1:00:00.';
      } else if (Math.abs(shiftMs) > MAX_SHIFT_MS) {
        faults.shift = 'A clock can be moved by at most 400 days.';
      } else return { kind: 'clock', shiftMs };
      return undefined;
    }
    case 'point': {
      const points = draft.points.toSorted(compareTimePoints);
      if (points.length > 0) return { kind: 'point', points };
      faults.points = 'Choose where the mat was.';
      return undefined;
    }
    case 'band': {
      const bandId = parseBandId(draft.band);
      if (bandId !== undefined) return { kind: 'band', bandId };
      faults.band = 'Enter the number of a band: up to 12 digits.';
      return undefined;
    }
    case 'add':
      return to && readAddition(draft, faults, to);
    case 'list':
      return to?.list && readList(draft, faults, to.list);
    default:
      return draft.action satisfies never;
  }
}

function readAddition(
  { point, time, who }: CorrectionDraft,
  faults: Faults,
  to: AddedTo,
): CorrectionAction | undefined {
  const bandId = parseBandId(to.band ?? to.runner?.raceNumber ?? '');
  const timeMs = readTypedTime(time, to);
  if (!to.runner) {
    faults.who = who.trim() === '' ? 'Enter a bib, a band or a name.' : 'No single runner matches.';
  } else if (bandId === undefined) {
    faults.who = 'They have no band. Give them one on Registration first, or a time by hand.';
  }
  if (!isTimePoint(point)) faults.point = 'Choose where it was.';
  if (timeMs === undefined)
    faults.time = 'Enter a time of day such as 18:02:12, or the time since the start.';
  if (bandId === undefined || timeMs === undefined || !isTimePoint(point)) return undefined;
  return { kind: 'add', bandId, point, timeMs };
}

function readList(
  { point, list }: CorrectionDraft,
  faults: Faults,
  { reads, faults: wrong }: ElapsedList,
): CorrectionAction | undefined {
  if (list.trim() === '') faults.list = 'Paste one bib and time per line, such as 101,0:17:53.';
  else if (wrong.length > 0) {
    const more = wrong.length > MOST_FAULTS ? ` … and ${wrong.length - MOST_FAULTS} more.` : '';
    faults.list = `${wrong.slice(0, MOST_FAULTS).join(' ')}${more}`;
  } else if (reads.length === 0) faults.list = 'There are no times yet.';
  if (!isTimePoint(point)) faults.point = 'Choose where it was.';
  if (faults.list !== undefined || !isTimePoint(point)) return undefined;
  return { kind: 'list', point, reads };
}

function readSelection(
  draft: CorrectionDraft,
  seed: CorrectionSeed,
  timeZone: string,
  faults: Faults,
): ReadSelection | undefined {
  if (seed.kind === 'added' || seed.kind === 'list') return { kind: 'added' };
  if (seed.kind === 'reads') {
    return { kind: 'reads', scanIds: seed.scanIds.map(asScanId) };
  }
  const day = seed.untilMs;
  /** An untouched field stands for the exact moment, thousandths included. */
  const read = (text: string, givenMs: EpochMs, part: 0 | 999): EpochMs | undefined =>
    text === showMoment(givenMs, day, timeZone) ? givenMs : parseMoment(text, day, timeZone, part);
  const fromMs = read(draft.from, seed.fromMs, 0);
  const untilMs = draft.until.trim() === '' ? NO_END_MS : read(draft.until, seed.untilMs, 999);
  const form =
    'Enter a time of day such as 18:02 or 18:02:12.5, or with its date, such as 2026-06-20 18:02.';
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
