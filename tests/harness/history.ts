import type { EpochMs } from '#shared/model/time.ts';

/** How an operation ended: `unknown` when no answer ever came, so that it may have happened or not. */
export const OUTCOMES = ['ok', 'failed', 'unknown'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** When an operation was begun, and when its last answer came. */
export interface Span {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** In the history the settings are one runner more, whose mark is the title of the race. */
export const SETTINGS_ID = 'settings';

/** A read that was given to a scanner: ok once it says that it has it on disk. */
export interface ReadOperation {
  readonly kind: 'read';
  /** The id under which such a read is stored. */
  readonly scanId: string;
  readonly outcome: Outcome;
}

/** A save of an organiser: ok once the answer was success. */
export interface SaveOperation {
  readonly kind: 'save';
  /** What no other save writes. */
  readonly mark: string;
  /** What stood there when the form was opened, where that is known. */
  readonly over?: string;
  readonly outcome: Outcome;
  readonly during?: Span;
}

/** A tap of a marshal's phone: ok once the answer said that it is in the record. */
export interface TapOperation {
  readonly kind: 'tap';
  readonly reportId: string;
  readonly outcome: Outcome;
  readonly during?: Span;
}

export type Operation = ReadOperation | SaveOperation | TapOperation;

export type OutcomeCounts = Readonly<Record<Outcome, number>>;

/** How many operations of a kind ended in each way. */
export function countOutcomes(
  history: readonly Operation[],
  kind: Operation['kind'],
): OutcomeCounts {
  const count = (outcome: Outcome): number =>
    history.filter((operation) => operation.kind === kind && operation.outcome === outcome).length;
  return { ok: count('ok'), failed: count('failed'), unknown: count('unknown') };
}
