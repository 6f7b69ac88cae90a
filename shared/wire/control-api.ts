import type { ControlEntry, Report } from '../model/decisions.ts';
import type { RunnerId } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import type { Head } from './http-api.ts';

/** POST /apiadmin/:runnerId/reports. With `stopped` the runner becomes DNF in the same change, with `withdrawn` DNS. */
export type ReportBody = Omit<Report, 'runnerId' | 'enteredMs' | 'by' | 'overrideBefore'>;

/** POST /control: replaces the entry written at `was`, null for none; answers 409 if that is not the present one. */
export interface ControlBody extends Omit<ControlEntry, 'atMs' | 'by'> {
  readonly was: EpochMs | null;
}

export type RemoveControlBody = Pick<ControlBody, 'kind' | 'subject'> & { readonly was: EpochMs };

/** The most runners in one such call. */
export const MAX_NON_STARTERS = 5_000;

/** POST /apiadmin/did-not-start and /apiadmin/check-in: sets the status, or takes it back. */
export interface DidNotStartBody {
  readonly runnerIds: readonly RunnerId[];
  readonly isUndo?: boolean;
}

/** `left`: runners not changed, since they have or lack the status already, or, for DNS, were read or overridden. */
export interface DidNotStartReply {
  readonly result: 'Success';
  readonly changed: readonly RunnerId[];
  readonly left: readonly RunnerId[];
}

/** When a runner on course is expected at the next point, in milliseconds since 1970 (RULES.md XP1, XP7). */
export interface ExpectedRunner {
  readonly runnerId: string;
  readonly point: TimePoint;
  readonly expectedMs: EpochMs;
  /** Nine of ten are there by then. */
  readonly latestMs: EpochMs;
}

/** GET /apiadmin/expected: those on course with a known forecast. */
export interface ExpectedBody extends Head {
  readonly expected: readonly ExpectedRunner[];
}
