import type { ControlEntry } from '../model/decisions.ts';
import type { ReaderCondition } from '../model/scan.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs, EpochMs } from '../model/time.ts';
import type { LatePassing } from '../scoring/cut-offs.ts';
import type { Head } from './http-api.ts';
import type { AdminBody } from './runners-api.ts';

/** Where and when a wristband was last seen, and its number of scans. */
export interface LastSeenBody {
  readonly scans: number;
  /** Points of the mat that last read it, joined by commas. */
  readonly lastPoint: string;
  readonly lastTime: EpochMs;
  /**
   * For a runner: the last point of their course before the finish at which they were read, and when. Absent where it
   * follows from the above, and where there is none.
   */
  readonly lastStage?: {
    readonly point: TimePoint;
    readonly time: EpochMs;
    /** On a course with loops: the index of the point, the start being 0. */
    readonly at?: number;
  };
}

/** Who dismissed a wristband, and when. */
export interface DismissalBody {
  readonly at: EpochMs;
  readonly by: string;
  /** It was scanned again since: it needs attention like one that was never dismissed. */
  readonly isOver: boolean;
}

/** A wristband that was scanned although nobody holds it. */
export interface UnassignedBandBody extends LastSeenBody {
  readonly bandID: string;
  /** Absent for one that was never dismissed, and once a runner wears it. */
  readonly dismissal?: DismissalBody;
}

/** The answer to POST /chips and POST /mia/:bandID/give; `message` is for people. */
export interface ChipsReply {
  readonly result: 'Success';
  readonly message: string;
}

export interface FinishedDnf {
  readonly runnerId: string;
  readonly finishTime: EpochMs;
}

/** Something about the service itself that organisers have to know; it disappears when it is over. */
export type Notice =
  /** The clock of a scanner's machine is wrong: ahead of that of Redis, behind if negative. */
  | { readonly kind: 'clock'; readonly source: string; readonly aheadMs: DurationMs }
  /**
   * The reads of a source do not fit those of the others (RULES.md CR6); `shiftMs` would fix it, absent where nothing
   * does. `isSure`: shown by the arrival of its live reads. `rival`: the source that may be wrong instead.
   */
  | {
      readonly kind: 'clock-suspected';
      readonly source: string;
      readonly point: TimePoint;
      readonly shiftMs?: DurationMs;
      readonly isSure?: true;
      readonly rival?: string;
    }
  /** Two sources seem to be at each other's point (RULES.md CR8); `point` is that of `source` and comes first. */
  | {
      readonly kind: 'sources-swapped';
      readonly source: string;
      readonly point: TimePoint;
      readonly other: string;
      readonly otherPoint: TimePoint;
    }
  /** The scanner of a source was last heard then and did not end; `lastReadMs` is absent before its first read. */
  | {
      readonly kind: 'silent-source';
      readonly source: string;
      readonly heardMs: EpochMs;
      readonly lastReadMs?: EpochMs;
    }
  /** A source's reader. */
  | ({ readonly kind: 'reader'; readonly source: string } & ReaderCondition)
  /** A record is left out because it cannot be read; `field` is empty where it is the name of an account. */
  | {
      readonly kind: 'unreadable';
      readonly hash: string;
      readonly field: string;
      readonly reason: string;
    }
  /** More of these exist than are named. */
  | { readonly kind: 'more-unreadable'; readonly count: number }
  /** A sentence of `/readyz`. */
  | { readonly kind: 'problem'; readonly text: string };

/** A typed moment at a point, and a read at another point that contradicts it (RULES.md OV11). */
export interface Contradiction {
  readonly point: TimePoint;
  readonly atMs: EpochMs;
  readonly readAt: TimePoint;
  readonly readMs: EpochMs;
}

/** A finish, and the points of the course, in order, with reads only after it. */
export interface EarlyFinish {
  readonly atMs: EpochMs;
  readonly points: readonly TimePoint[];
}

/** Why a runner is to check (RULES.md MS7). */
export type CheckReason =
  /** A time by hand contradicts a read. */
  | ({ readonly kind: 'by-hand' } & Contradiction)
  /** Read at points of their course only after the finish. */
  | ({ readonly kind: 'early-finish' } & EarlyFinish)
  /** Read at points that are not on their course. */
  | { readonly kind: 'other-course'; readonly points: readonly TimePoint[] }
  /** A leg far shorter than anybody else's; `asFast` have such a one, the others took `othersMs` or more. */
  | {
      readonly kind: 'fast-leg';
      readonly from: TimePoint;
      readonly to: TimePoint;
      readonly legMs: DurationMs;
      readonly othersMs: DurationMs;
      readonly asFast: number;
    }
  /** This many others of the event have the same bib; `runnerId` is one of them. */
  | { readonly kind: 'same-bib'; readonly runnerId: string; readonly others: number }
  /** Not read at these, but at a later point. */
  | { readonly kind: 'missed'; readonly points: readonly TimePoint[]; readonly later: TimePoint }
  /** Read at a point after it had closed. */
  | ({ readonly kind: 'late' } & LatePassing)
  /** Others of the event were read at the start. */
  | { readonly kind: 'no-start' };

export interface RunnerToCheck {
  readonly runnerId: string;
  readonly reasons: readonly CheckReason[];
}

/** The worst first; of a very long list only the first, and how many there are. */
export interface ToCheck {
  readonly count: number;
  readonly runners: readonly RunnerToCheck[];
}

/** The further fields about the missing. */
export interface MissingDetails {
  readonly scannedNumberNoRunners: readonly UnassignedBandBody[];
  /**
   * For each in `resultData`, in its order, where they were last seen; null for one never scanned. Absent from a
   * message when it has not changed.
   */
  readonly lastSeen?: readonly (LastSeenBody | null)[];
  /** By the time they finished; absent when there is nobody. */
  readonly finishedDnfs?: readonly FinishedDnf[];
  /** Absent when there is none. */
  readonly notices?: readonly Notice[];
  /** The runners to check, and why. Absent from a message when it has not changed. */
  readonly toCheck?: ToCheck;
  /** DNF and DNS runners who were read, and where last; absent when there is nobody. */
  readonly seenOuts?: readonly (LastSeenBody & { readonly runnerId: string })[];
  /** The entries of race control (RULES.md RC7); absent without any. */
  readonly control?: readonly ControlEntry[];
}

/** GET /mia: runners with a wristband and without a finish, and bands without a runner. */
export interface MissingBody extends AdminBody, MissingDetails {}

/** All of GET /mia, with ids in place of the runners. */
export interface MissingMessage extends Head, MissingDetails {
  /** Ids of the runners without a finish. */
  readonly resultData: readonly string[];
}
