import type * as z from 'zod';

import type { correctionSchema, reportSchema } from './decision-schemas.ts';
import type { BandId, RunnerId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { EpochMs } from './time.ts';

type Frozen<T> = T extends string | number ? T : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** An organiser's decision about reads. The reads themselves are never changed (RULES.md CR). */
export type Correction = Frozen<z.infer<typeof correctionSchema>>;
export type ReadSelection = Correction['reads'];
export type CorrectionAction = Correction['action'];
export type TakenTime = Extract<CorrectionAction, { readonly kind: 'list' }>['reads'][number];

/** The source of reads that organisers add; no scanner can have this name. */
export const THE_DESK = 'the desk';

export const MAX_NAMED_READS = 500;
export const MAX_LISTED_READS = 1_000;
/** In all corrections together. */
export const MAX_ADDED_READS = 20_000;
export const MAX_CORRECTIONS = 500;
/** In characters. */
export const MAX_REASON = 200;
/** A reader that lost its date can be far off. */
export const MAX_SHIFT_MS = 400 * 86_400_000;

/**
 * The kinds of report on a runner (RULES.md RC1): `checked-in` or `withdrawn` before the start, `seen` on the course,
 * `stopped` racing, `safe` and not to be searched for, or a `note`.
 */
export const REPORT_KINDS = ['checked-in', 'withdrawn', 'seen', 'stopped', 'safe', 'note'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The status that a report sets in the same change (RULES.md RC1). */
export const MADE_BY: Readonly<Partial<Record<ReportKind, 'dnf' | 'dns'>>> = {
  stopped: 'dnf',
  withdrawn: 'dns',
};

/** Why a runner stopped. The public only sees DNF. */
export const STOP_REASONS = ['retired', 'injured', 'ill', 'timed-out', 'other'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A report of a runner, in addition to the reads of mats. It is never changed, only taken back and made again. */
export type Report = Frozen<z.infer<typeof reportSchema>>;

/** The report that a marshal's tap makes (RULES.md MA3, HT1). */
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

/** The latest check-in, if any (RULES.md RC9). */
export function findCheckIn(reports: readonly Report[] = []): Report | undefined {
  return reports
    .filter(({ kind }) => kind === 'checked-in')
    .toSorted((a, b) => a.atMs - b.atMs)
    .at(-1);
}

export const MAX_REPORTS_OF_RUNNER = 50;
export const MAX_REPORTS = 60_000;
/** Check-ins end at this number of reports, to leave room for reports from the course. */
export const MAX_WITH_CHECK_INS = 40_000;
/** In characters. */
export const MAX_REPORT_TEXT = 200;

/**
 * An entry of race control (RULES.md RC7):
 * - `claim`: somebody is dealing with a matter; `subject` names it, as `runner:` and an id;
 * - `left`: a warning was dismissed;
 * - `sweep`: the last sweeper left the point `subject`;
 * - `marshal`: a pass for a phone at a `point` until `untilMs`; `subject` is the SHA-256 of the pass, `text` its holder;
 * - `sighting`: a marshal's report of a `bib` that identifies no single runner; `subject` is the id of the report.
 *   Only the server writes the last two (RULES.md MA).
 */
export const CONTROL_KINDS = ['claim', 'left', 'sweep', 'marshal', 'sighting'] as const;
type ControlKind = (typeof CONTROL_KINDS)[number];

export interface Sighting {
  readonly kind: 'seen' | 'stopped' | 'helped' | 'timed';
  /** Unreadable digits are `?`. */
  readonly bib: string;
  readonly seenMs: EpochMs;
}

/** Unique by kind and subject. */
export interface ControlEntry {
  readonly kind: ControlKind;
  readonly subject: string;
  /** For `sweep`: the runners named as expected and unaccounted for. */
  readonly runnerIds?: readonly RunnerId[];
  /** For `marshal` and `sighting` only. */
  readonly point?: TimePoint;
  /** For `marshal` only. */
  readonly untilMs?: EpochMs;
  /** For `sighting`; `text` is why it fits no single runner, if not for the bib. */
  readonly sighting?: Sighting;
  readonly text?: string;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address, or `Dai, marshal at CP3` for `sighting`. */
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
  /** The scans that the organiser had seen. */
  readonly scans: number;
  readonly atMs: EpochMs;
  /** The organiser's e-mail address. */
  readonly by: string;
}

/** Whether a wristband with this many scans is still dismissed (RULES.md MS6). */
export function isDismissed(dismissal: Pick<Dismissal, 'scans'>, scans: number): boolean {
  return scans <= dismissal.scans;
}

/** The author of reports made with a pass: `Dai, marshal at CP3` (RULES.md MA3). */
export function nameMarshal(pass: { readonly name: string; readonly point: TimePoint }): string {
  return `${pass.name}, marshal at ${codePoint(pass.point)}`;
}

/** The name of a point for organisers: `CP3`, or a word in small letters: `finish`. */
export function codePoint(point: TimePoint): string {
  return /\d$/.test(point) ? point.toUpperCase() : point;
}
