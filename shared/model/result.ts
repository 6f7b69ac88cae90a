import type { EventCode } from './ids.ts';
import type { Sex } from './race-setup.ts';
import type { EpochMs } from './time.ts';

export const RUNNER_STATUSES = ['racing', 'finished', 'dnf'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** The names of the first six splits in the public results, by slot; `splitsMs` has all of them. */
export const CHECKPOINT_FIELDS = [
  'checkPointOne',
  'checkPointTwo',
  'checkPointThree',
  'checkPointFour',
  'checkPointFive',
  'checkPointSix',
] as const;
export type CheckpointField = (typeof CHECKPOINT_FIELDS)[number];

/** The names of the first two KOMs in the public results: seconds, rounded up, as text; empty without one. */
export const KOM_FIELDS = ['wodTime', 'carnIngliTime'] as const;
export type KomField = (typeof KOM_FIELDS)[number];

export type CheckpointPositionField = `${CheckpointField}Position`;

/** A person, as far as the public may know. For a private runner names, club and age group are empty, and no sex is given. */
export interface Starter {
  readonly runnerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly runClub: string;
  readonly ageGroup: string;
  /** That of the entry, where the age group does not give the same (RULES.md GP3). Absent means null. */
  readonly sex?: Sex | null | undefined;
  readonly bibNumber: string;
  readonly events: EventCode;
}

/** What a runner's sex is found from (RULES.md GP3). */
export type SexSource = Pick<Starter, 'sex' | 'ageGroup'>;

/**
 * A row of the start list. The start given by the entry (RULES.md ST12) is absent without one, and for a private
 * runner.
 */
export interface StartListRow extends Starter {
  readonly wave?: string;
  readonly ownStart?: string;
}

/** What the public may know of a runner, before any place is computed. */
export interface UnrankedResult
  extends Starter, Readonly<Record<CheckpointField | KomField, string>> {
  readonly status: RunnerStatus;
  /** For a `dnf`: they are DSQ, and have neither splits nor KOM times (RULES.md OV10). Absent means false. */
  readonly isDisqualified?: boolean;
  /** `HH:MM:SS`, `DNF`, or empty while racing. */
  readonly totalTime: string;
  /** The total to the millisecond; null while racing and for a DNF. */
  readonly totalMs: number | null;
  /** Where laps rank: how many they have run (RULES.md RK12). Absent means null. */
  readonly laps?: number | null | undefined;
  /** The total by the clock of their category where that differs (RULES.md RK14). Absent means null. */
  readonly categoryMs?: number | null | undefined;
  /**
   * When the runner's time began (RULES.md ST9): the gun or their own start, null without either. Added to a split it
   * gives the moment of that read.
   */
  readonly startedAtMs: EpochMs | null;
  /** Elapsed at each checkpoint to the millisecond; null where there is no split. */
  readonly splitsMs: readonly (number | null)[];
  /** The KOM times to the millisecond, which rank the special tabs. */
  readonly komsMs: readonly (number | null)[];
}

/**
 * A row of GET /api: the runner with the places that follow from everyone's times. A position without a split is the
 * empty text (PROTOCOL.md CL2).
 */
export interface Result
  extends UnrankedResult, Readonly<Record<CheckpointPositionField, number | ''>> {
  /** How many take part in this event (RULES.md MS3). */
  readonly totalRunners: number;
}

/** How many take part in each event (RULES.md MS3). */
export type EventTotals = Readonly<Record<EventCode, number>>;
