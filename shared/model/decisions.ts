import type { BandId, RunnerId, ScanId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { DurationMs, EpochMs } from './time.ts';

/** The reads that a correction is about, by their original content (RULES.md CR1). */
export type ReadSelection =
  /** The reads of a source between two moments, both included, at one point or at all. */
  | {
      readonly kind: 'source';
      readonly source: string;
      readonly point?: TimePoint;
      readonly fromMs: EpochMs;
      readonly untilMs: EpochMs;
    }
  | { readonly kind: 'reads'; readonly scanIds: readonly ScanId[] }
  /** The added read. */
  | { readonly kind: 'added' };

export type CorrectionAction =
  | { readonly kind: 'void' }
  /** The clock was wrong: the reads are later by this, earlier if negative. */
  | { readonly kind: 'clock'; readonly shiftMs: DurationMs }
  /** The mat stood elsewhere. */
  | { readonly kind: 'point'; readonly points: readonly TimePoint[] }
  /** Another wristband was meant. */
  | { readonly kind: 'band'; readonly bandId: BandId }
  /** No mat gave it: only with the selection `added`, and that only with this (RULES.md CR7). */
  | {
      readonly kind: 'add';
      readonly bandId: BandId;
      readonly point: TimePoint;
      readonly timeMs: EpochMs;
    }
  /** A list of times that somebody took at one point, with the selection `added` likewise. */
  | { readonly kind: 'list'; readonly point: TimePoint; readonly reads: readonly TakenTime[] };

/** A time of a list, of a wristband. */
export interface TakenTime {
  readonly bandId: BandId;
  readonly timeMs: EpochMs;
}

/** An organiser's decision about reads. The reads themselves are never changed (RULES.md CR). */
export interface Correction {
  /** A UUID. */
  readonly correctionId: string;
  readonly reads: ReadSelection;
  readonly action: CorrectionAction;
  readonly reason: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** The source of reads that organisers add: no scanner can have this name (`SOURCE_FORM`). */
export const THE_DESK = 'the desk';

export const MAX_NAMED_READS = 500;
export const MAX_LISTED_READS = 1_000;
/** In all corrections of a race. */
export const MAX_ADDED_READS = 20_000;
export const MAX_CORRECTIONS = 500;
/** In characters. */
export const MAX_REASON = 200;
/** The largest shift of a clock: a reader that lost its date is days off. */
export const MAX_SHIFT_MS = 400 * 86_400_000;

/**
 * The kinds of report on a runner (RULES.md RC1): `checked-in` before the start, `withdrawn` before it, `seen` on the
 * course, `stopped` and no longer in the race, `safe` and no longer to be looked for, or a `note`, such as the outcome
 * of a telephone call.
 */
export const REPORT_KINDS = ['checked-in', 'withdrawn', 'seen', 'stopped', 'safe', 'note'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The status that some of them set in the same change (RULES.md RC1). */
export const MADE_BY: Readonly<Partial<Record<ReportKind, 'dnf' | 'dns'>>> = {
  stopped: 'dnf',
  withdrawn: 'dns',
};

/** Why a runner stopped. The public only sees DNF. */
export const STOP_REASONS = ['retired', 'injured', 'ill', 'timed-out', 'other'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * Somebody's report of a runner, in addition to the reads of mats. It is never changed; a mistake is taken back and
 * reported again.
 */
export interface Report {
  /** A UUID from the page that made it: resending it makes no second report. */
  readonly reportId: string;
  readonly runnerId: RunnerId;
  readonly kind: ReportKind;
  /** When it was so, by the clock of the race. */
  readonly atMs: EpochMs;
  /** Where, if known. */
  readonly point?: TimePoint;
  /** For `seen` at a point: it is the exact moment of the crossing, a time by hand (RULES.md HT1). */
  readonly isTimed?: true;
  /** For `stopped` only. */
  readonly reason?: StopReason;
  /** For `stopped`: they are also disqualified, by the rule in `text` (RULES.md OV9). */
  readonly isDisqualified?: true;
  /** For `stopped`: they are known to be safe as well. */
  readonly isSafe?: true;
  /** Who said so, such as a marshal on the telephone. */
  readonly saidBy?: string;
  readonly text?: string;
  /**
   * For reports that set a status: the replaced override, which is restored when the report is taken back. Absent: the
   * status was there already.
   */
  readonly overrideBefore?: string;
  readonly enteredMs: EpochMs;
  /** The organiser's e-mail address, or a marshal with their point, such as `Dai, marshal at CP3` (RULES.md MA). */
  readonly by: string;
}

/** The report of a runner that a marshal's tap becomes (RULES.md MA3, HT1). */
export const REPORTED_AS: Readonly<
  Record<
    'seen' | 'stopped' | 'helped' | 'timed',
    Pick<Report, 'text' | 'isTimed'> & {
      readonly kind: Extract<ReportKind, 'seen' | 'stopped' | 'note'>;
    }
  >
> = {
  seen: { kind: 'seen' },
  stopped: { kind: 'stopped' },
  helped: { kind: 'note', text: 'First aid' },
  timed: { kind: 'seen', isTimed: true },
};

/** The latest report of their presence before the start; undefined for none (RULES.md RC9). */
export function findCheckIn(reports: readonly Report[] = []): Report | undefined {
  return reports
    .filter(({ kind }) => kind === 'checked-in')
    .reduce<Report | undefined>(
      (last, one) => (last && last.atMs > one.atMs ? last : one),
      undefined,
    );
}

export const MAX_REPORTS_OF_RUNNER = 50;
export const MAX_REPORTS = 60_000;
/** Nobody is checked in beyond this number of reports: the rest is room for reports from the course. */
export const MAX_WITH_CHECK_INS = 40_000;
/** In characters. */
export const MAX_REPORT_TEXT = 200;

/**
 * An entry of race control (RULES.md RC7):
 * - `claim`: somebody sees to a matter; `subject` names it, as `runner:` and an id;
 * - `left`: a warning was looked at and is right as it is;
 * - `line-count`: the number of an event counted over the start line by hand; `subject` is the event;
 * - `sweep`: the last sweeper left a point; `subject` is the point;
 * - `marshal`: a pass for a phone at a `point` until `untilMs`; `subject` is the SHA-256 of the pass, `text` who holds
 *   it;
 * - `sighting`: what a marshal reported of a `bib` that is not that of one runner; `subject` is the id of the report.
 *   The last two are the server's to write (RULES.md MA).
 */
export const CONTROL_KINDS = [
  'claim',
  'left',
  'line-count',
  'sweep',
  'marshal',
  'sighting',
] as const;
type ControlKind = (typeof CONTROL_KINDS)[number];

export interface Sighting {
  readonly kind: 'seen' | 'stopped' | 'helped' | 'timed';
  /** As it was read; each unreadable digit is a `?`. */
  readonly bib: string;
  readonly seenMs: EpochMs;
}

/** One for each kind and subject. */
export interface ControlEntry {
  readonly kind: ControlKind;
  readonly subject: string;
  /** For `line-count` only. */
  readonly count?: number;
  /** For `sweep`: runners expected there who are unaccounted for and were named. */
  readonly runnerIds?: readonly RunnerId[];
  /** For `marshal` and `sighting` only. */
  readonly point?: TimePoint;
  /** For `marshal` only. */
  readonly untilMs?: EpochMs;
  /** For `sighting`; its `text` says why it belongs to no single runner, if the bib does not show that. */
  readonly sighting?: Sighting;
  readonly text?: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address; of `sighting` the holder and point of the pass, such as `Dai, marshal at CP3`. */
  readonly by: string;
}

export function keyOfEntry({ kind, subject }: Pick<ControlEntry, 'kind' | 'subject'>): string {
  return `${kind}:${subject}`;
}

export const MAX_CONTROL_ENTRIES = 2_000;
/** In characters. */
export const MAX_SUBJECT = 200;

/** An organiser's dismissal of a spare or a test wristband (RULES.md MS6). */
export interface Dismissal {
  readonly bandId: BandId;
  /** How many scans of it the organiser had seen. */
  readonly scans: number;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** Whether an unassigned wristband with this many scans is still dismissed: a further scan ends it (RULES.md MS6). */
export function isDismissed(dismissal: Pick<Dismissal, 'scans'>, scans: number): boolean {
  return scans <= dismissal.scans;
}

/** The author of reports with a pass, as in the record: `Dai, marshal at CP3` (RULES.md MA3). */
export function nameMarshal(pass: { readonly name: string; readonly point: TimePoint }): string {
  return `${pass.name}, marshal at ${codePoint(pass.point)}`;
}

/** The name of a point among organisers: `CP3`, and in small letters for a word: `finish`. */
export function codePoint(point: TimePoint): string {
  return /\d$/.test(point) ? point.toUpperCase() : point;
}
