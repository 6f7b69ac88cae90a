import type { RunnerId } from './ids.ts';
import type { TimePoint } from './time-point.ts';
import type { EpochMs } from './time.ts';

/**
 * What a report says of a runner (RULES.md RC1): `checked-in` before the start, `withdrawn` before it, `seen` on the course,
 * `stopped` and in the race no more, `safe` and to be looked for no more, or a `note`, such as what the telephone said.
 */
export const REPORT_KINDS = ['checked-in', 'withdrawn', 'seen', 'stopped', 'safe', 'note'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What some of them make of the runner in the same change (RULES.md RC1). */
export const MADE_BY: Readonly<Partial<Record<ReportKind, 'dnf' | 'dns'>>> = {
  stopped: 'dnf',
  withdrawn: 'dns',
};

/** Why a runner stopped. The public sees DNF alone. */
export const STOP_REASONS = ['retired', 'injured', 'ill', 'timed-out', 'other'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/**
 * What somebody reported of a runner, beside the reads of the mats. It is never changed; who made a mistake
 * takes it back and makes another.
 */
export interface Report {
  /** A UUID of the page that made it: sent again it makes no second one. */
  readonly reportId: string;
  readonly runnerId: RunnerId;
  readonly kind: ReportKind;
  /** When it was so, by the clock of the race. */
  readonly atMs: EpochMs;
  /** Where; absent where nobody said. */
  readonly point?: TimePoint;
  /** Of `seen` at a point: it is the very moment at which they crossed, a time by hand (RULES.md HT1). */
  readonly isTimed?: true;
  /** Of `stopped`. */
  readonly reason?: StopReason;
  /** Of `stopped`: they are disqualified with it, by the rule that `text` says (RULES.md OV9). */
  readonly isDisqualified?: true;
  /** Of `stopped`: they are known to be safe as well. */
  readonly isSafe?: true;
  /** Who said it to the organiser, such as a marshal on the telephone. */
  readonly saidBy?: string;
  readonly text?: string;
  /** Of those that make something: the override whose place it took, which taking it back puts back. Absent: it stood already. */
  readonly overrideBefore?: string;
  readonly enteredMs: EpochMs;
  /** The organiser's e-mail address, or a marshal with their point, such as `Dai, marshal at CP3` (RULES.md MA). */
  readonly by: string;
}

/** What a marshal's tap says of a runner (RULES.md MA3, HT1). */
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
  helped: { kind: 'note', text: 'Helped' },
  timed: { kind: 'seen', isTimed: true },
};

/** The latest word that they were there before the start; undefined for none (RULES.md RC9). */
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
/** Nobody is checked in beyond so many: the rest is room for what is reported of people on the course. */
export const MAX_WITH_CHECK_INS = 40_000;
/** The longest text of a report, in characters. */
export const MAX_REPORT_TEXT = 200;
