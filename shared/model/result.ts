import type { EventCode } from './event.ts';

export const RUNNER_STATUSES = ['racing', 'finished', 'dnf'] as const;
export type RunnerStatus = (typeof RUNNER_STATUSES)[number];

/** The six checkpoint slots as the public results spell them; index 0 is `cp1`. */
export const CHECKPOINT_FIELDS = [
  'checkPointOne',
  'checkPointTwo',
  'checkPointThree',
  'checkPointFour',
  'checkPointFive',
  'checkPointSix',
] as const;
export type CheckpointField = (typeof CHECKPOINT_FIELDS)[number];
export type CheckpointPositionField = `${CheckpointField}Position`;

/** What the public may know of a runner, before any place is worked out. */
export interface UnrankedResult extends Readonly<Record<CheckpointField, string>> {
  readonly runnerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly runClub: string;
  readonly ageGroup: string;
  readonly bibNumber: string;
  readonly events: EventCode;
  readonly status: RunnerStatus;
  /** `HH:MM:SS`, `DNF`, or empty while racing. */
  readonly totalTime: string;
  /** The total to the millisecond; null while racing and for a DNF. */
  readonly totalMs: number | null;
  /** Seconds on the first KOM, rounded up, as text; empty without one. */
  readonly wodTime: string;
  /** Seconds on the second KOM, rounded up, as text; empty without one. */
  readonly carnIngliTime: string;
  /** Elapsed at cp1 … cp6 to the millisecond; null where there is no split. */
  readonly splitsMs: readonly (number | null)[];
  /** The two KOM times to the millisecond: what the special tabs are ranked by. */
  readonly komsMs: readonly (number | null)[];
}

/**
 * A row of GET /api: the runner with the places that follow from everyone's
 * times. A position without a split is the empty text (PROTOCOL.md CL2).
 */
export interface Result
  extends UnrankedResult, Readonly<Record<CheckpointPositionField, number | ''>> {
  /** How many wristbanded runners are entered in this event. */
  readonly totalRunners: number;
}

/** Wristbanded runners per event. */
export type EventTotals = Readonly<Record<EventCode, number>>;
