import type { RunnerId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { EpochMs } from './time.ts';

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
