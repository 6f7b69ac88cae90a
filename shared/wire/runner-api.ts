import type { ExpectedStage } from '../forecast/forecast.ts';
import type { PointWait } from '../forecast/point-wait.ts';
import type { Starter, UnrankedResult } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import type { KomCode } from '../model/courses.ts';
import type { StartReason } from '../scoring/explain-start.ts';
import type { GunAndChip } from '../scoring/gun-and-chip.ts';
import type { Placed } from '../scoring/placed-runner.ts';
import type { Head } from './http-api.ts';

/**
 * Somebody in the results, with all that their page says of them: what takes the whole field is worked
 * out, neighbours are named by who they are alone.
 */
export interface ListedBody extends Placed {
  readonly kind: 'listed';
  readonly result: UnrankedResult;
  /** The stages still ahead (RULES.md XP1). */
  readonly expected: readonly ExpectedStage[];
  /** What tells why there is no news (RULES.md XP11); absent from an instance of an older release. */
  readonly wait?: PointWait | null;
  /** The places that the special tabs give, of those that there are. */
  readonly climbs: Readonly<Partial<Record<KomCode, number | null>>>;
  /** Which start counts (RULES.md ST14); absent of who is private, and from an earlier release. */
  readonly start?: StartReason;
  /** Both times of who has finished by their scans (RULES.md ST5, ST6); absent of all others. */
  readonly times?: GunAndChip;
}

/** Somebody who is registered and was not seen so far. */
export interface AwaitedBody {
  readonly kind: 'awaited';
  readonly starter: Starter;
  /** Which start they have; absent as in {@link ListedBody}. */
  readonly start?: StartReason;
}

/** GET /api/runner/:id (PROTOCOL.md RB1). */
export interface RunnerBody extends Head {
  readonly runner: ListedBody | AwaitedBody;
  /** When this body was made. */
  readonly serverTime: EpochMs;
}

/** Where the body of a runner is, by id or bib. */
export function addressRunner(idOrBib: string): string {
  return `/api/runner/${encodeURIComponent(idOrBib)}`;
}
