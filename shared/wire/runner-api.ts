import type { ExpectedStage } from '../forecast/forecast.ts';
import type { Starter, UnrankedResult } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import type { StartReason } from '../scoring/own-start.ts';
import type { GunAndChip } from '../scoring/score-runner.ts';
import type { Placed } from '../scoring/placed-runner.ts';
import type { Head } from './http-api.ts';

/**
 * A runner in the results, with everything on their page: values that need the whole field are computed, and neighbours
 * only have their names.
 */
export interface ListedBody extends Placed {
  readonly kind: 'listed';
  readonly result: UnrankedResult;
  /** The stages ahead (RULES.md XP1). */
  readonly expected: readonly ExpectedStage[];
  /** The start that counts (RULES.md ST14); absent for a private runner. */
  readonly start?: StartReason;
  /** Both times of a finisher by scans (RULES.md ST5); absent for all others. */
  readonly times?: GunAndChip;
}

export interface AwaitedBody {
  readonly kind: 'awaited';
  readonly starter: Starter;
  /** Their start; absent as in {@link ListedBody}. */
  readonly start?: StartReason;
}

/** GET /api/runner/:id (PROTOCOL.md RB1). */
export interface RunnerBody extends Head {
  readonly runner: ListedBody | AwaitedBody;
  /** When this body was made. */
  readonly serverTime: EpochMs;
}

/** The address of a runner's body, by id or bib. */
export function addressRunner(idOrBib: string): string {
  return `/api/runner/${encodeURIComponent(idOrBib)}`;
}
