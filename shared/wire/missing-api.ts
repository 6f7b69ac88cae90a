import type { DurationMs, EpochMs } from '../model/time.ts';
import type { Head } from './http-api.ts';
import type { AdminBody } from './runners-api.ts';

/** Where and when a wristband was seen last, and how often in all. */
export interface SightBody {
  readonly scans: number;
  /** Points of the mat that read it last, joined by commas. */
  readonly lastPoint: string;
  readonly lastTime: EpochMs;
}

/** A wristband that was scanned although nobody holds it. */
export interface UnassignedBandBody extends SightBody {
  readonly bandID: string;
  /** Absent for one that nobody ever put aside, and from when a runner wears it. */
  readonly dismissal?: DismissalBody;
}

/** Who put a wristband aside, and when. */
export interface DismissalBody {
  readonly at: EpochMs;
  readonly by: string;
  /** It was scanned again since: it asks for attention like one never put aside. */
  readonly isOver: boolean;
}

/** The answer to POST /mia/:bandID/dismiss and /undismiss. */
export interface DismissReply {
  readonly result: 'Success';
}

/** A runner who is DNF and came in all the same. */
export interface FinishedDnf {
  readonly runnerId: string;
  readonly finishTime: EpochMs;
}

/** Something about the service itself that organisers have to know; it is gone when it is no longer so. */
export type Notice =
  /** The clock of the machine at which a scanner runs is wrong: ahead of that of Redis, behind if negative. */
  | { readonly kind: 'clock'; readonly source: string; readonly aheadMs: DurationMs }
  /** A record is set apart because it cannot be read; `field` is empty for a hash as a whole. */
  | {
      readonly kind: 'unreadable';
      readonly hash: string;
      readonly field: string;
      readonly reason: string;
    }
  /** More of these than are named. */
  | { readonly kind: 'more-unreadable'; readonly count: number }
  /** What `/readyz` names, in a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** What is told of the missing beside who they are. */
export interface MissingDetails {
  readonly scannedNumberNoRunners: readonly UnassignedBandBody[];
  /**
   * Of each in `resultData`, in its order, where they were seen last; null for
   * one never scanned. Absent from a message when what was told of it stands.
   */
  readonly lastSeen?: readonly (SightBody | null)[];
  /** By the time they came in; absent when there is nobody. */
  readonly finishedDnfs?: readonly FinishedDnf[];
  /** Absent when there is none. */
  readonly notices?: readonly Notice[];
}

/** GET /mia: runners with a wristband and without a finish, and bands without a runner. */
export interface MissingBody extends AdminBody, MissingDetails {}

/** All of GET /mia, with ids in place of the runners. */
export interface MissingMessage extends Head, MissingDetails {
  /** Ids of the runners without a finish. */
  readonly resultData: readonly string[];
}
