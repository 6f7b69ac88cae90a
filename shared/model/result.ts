import type { EventCode } from './ids.ts';
import type { Sex } from './race-setup.ts';
import type { EpochMs } from './time.ts';

export const RUNNER_STATUSES = ['racing', 'finished', 'dnf'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** The first six splits in the public results; `splitsMs` has all. */
export const CHECKPOINT_FIELDS = [
  'checkPointOne',
  'checkPointTwo',
  'checkPointThree',
  'checkPointFour',
  'checkPointFive',
  'checkPointSix',
] as const;
export type CheckpointField = (typeof CHECKPOINT_FIELDS)[number];

/** The first two KOMs in the public results: seconds, rounded up, as text. */
export const KOM_FIELDS = ['wodTime', 'carnIngliTime'] as const;
export type KomField = (typeof KOM_FIELDS)[number];

export type CheckpointPositionField = `${CheckpointField}Position`;

/** The public data of a person. Of a private runner names, club, age group and sex are missing. */
export interface Starter {
  readonly runnerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly runClub: string;
  readonly ageGroup: string;
  /** Of the entry, unless the age group implies it (RULES.md GP3). Absent means null. */
  readonly sex?: Sex | null | undefined;
  readonly bibNumber: string;
  readonly events: EventCode;
}

/** RULES.md GP3. */
export type SexSource = Pick<Starter, 'sex' | 'ageGroup'>;

/** A row of the start list. The start in the entry (RULES.md ST12) is absent for private runners. */
export interface StartListRow extends Starter {
  readonly wave?: string;
  readonly ownStart?: string;
}

/** The public result of a runner, without places. */
export interface UnrankedResult
  extends Starter, Readonly<Record<CheckpointField | KomField, string>> {
  readonly status: RunnerStatus;
  /** A `dnf` is DSQ, without splits and KOM times (RULES.md OV10). Absent means false. */
  readonly isDisqualified?: boolean;
  /** `HH:MM:SS`, `DNF`, or empty while racing. */
  readonly totalTime: string;
  /** Null while racing and for a DNF. */
  readonly totalMs: number | null;
  /** The number of laps, if laps rank (RULES.md RK12). Absent means null. */
  readonly laps?: number | null | undefined;
  /** The total by the clock of the category, if different (RULES.md RK14). Absent means null. */
  readonly categoryMs?: number | null | undefined;
  /** The start of the runner's time (RULES.md ST9); added to a split it is the moment of that read. */
  readonly startedAtMs: EpochMs | null;
  /** Null without a split. */
  readonly splitsMs: readonly (number | null)[];
  readonly komsMs: readonly (number | null)[];
}

/** A row of GET /api, with places; a position without a split is empty (PROTOCOL.md CL2). */
export interface Result
  extends UnrankedResult, Readonly<Record<CheckpointPositionField, number | ''>> {
  /** Of this event (RULES.md MS3). */
  readonly totalRunners: number;
}

/** The number of runners in each event (RULES.md MS3). */
export type EventTotals = Readonly<Record<EventCode, number>>;
