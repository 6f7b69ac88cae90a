import type { Contradiction } from './missing-api.ts';
import type { Correction } from '../model/decisions.ts';
import type { EventCode } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import { MINUTE_MS } from '../model/time.ts';
import type { Verdict } from '../scoring/count-scans.ts';
import type { Head } from './http-api.ts';

/** The verdict on a read: that of scoring, or void by an organiser (RULES.md SC4, CR2). */
export type ReadVerdict = Verdict | 'void';

/** Filters in addition to verdicts: times by hand, and those that differ from the mats (RULES.md HT5). */
export const TIMED_READS = ['by-hand', 'hand-differs'] as const;
export type TimedRead = (typeof TIMED_READS)[number];

export const READS_A_PAGE = 200;

/** A read with its verdict. Its moment, points and band are those that count. */
export interface ListedRead {
  readonly scanId: string;
  readonly timeMs: number;
  readonly points: readonly TimePoint[];
  /** `by hand` for a time by hand. */
  readonly bandID: string;
  readonly source: string;
  /** For a time by hand (RULES.md HT1): the mat's read there that is nearest to it, however far. */
  readonly hand?: {
    readonly mat: {
      readonly timeMs: number;
      readonly source: string;
    } | null;
  };
  /** When Redis took it; null in a record without that. */
  readonly arrivedMs: number | null;
  /** The holder of the band; null for none. */
  readonly runner: {
    readonly runnerId: string;
    readonly bibNumber: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly event: EventCode;
  } | null;
  readonly verdict: ReadVerdict;
  /** The points where it is the one that counts. */
  readonly countedAt: readonly TimePoint[];
  /** The reads that count at its points in its place, for several visits the nearest in time. */
  readonly instead: readonly {
    readonly point: TimePoint;
    readonly timeMs: number;
    readonly source: string;
  }[];
  /** The reads that would have to be void so that it counts, at most 10; absent where it counts or never would. */
  readonly rivals?: readonly string[];
  /** Its original content; absent without corrections. */
  readonly asRead?: {
    readonly timeMs: number;
    readonly points: readonly TimePoint[];
    readonly bandID: string;
  };
  /** The ids of its corrections, in the order in which they were made. */
  readonly corrections: readonly string[];
}

/**
 * GET /apiadmin/reads?source=&point=&verdict=&from=&until=&runner=&find=&before=: the matching reads, latest first by
 * the moment that counts. `find` is a band, a bib or a part of a name; a verdict also `not-counted`, or one of {@link
 * TIMED_READS}.
 */
export interface ReadsBody extends Head {
  /** How many match in all. */
  readonly count: number;
  readonly reads: readonly ListedRead[];
  /** Passed as `before` it gets the next page; null when there is none. */
  readonly next: string | null;
}

/** The span for counting recent reads. */
export const RECENT_READS_MS = 5 * MINUTE_MS;

/** A source, summarised from its original reads. */
export interface SourceSummary {
  readonly source: string;
  readonly reads: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly points: readonly TimePoint[];
  /** When Redis took the last of them, and how many it took within {@link RECENT_READS_MS}. */
  readonly arrivedMs?: number;
  readonly recent?: number;
  /** All of them come from a file, so their arrival says nothing; absent for live ones. */
  readonly isReplay?: boolean;
  /** The last read at each of its points, after corrections, and not later than its arrival. */
  readonly lastAt?: readonly {
    readonly point: TimePoint;
    readonly timeMs: number;
  }[];
}

/** A source whose clock seems to be wrong, with the shift that would fix it (RULES.md CR6). */
export interface ClockSuspicion {
  readonly source: string;
  /** The point where it shows best. */
  readonly point: TimePoint;
  /** Whether it seems so at all of its several mats; absent: at that of this point. */
  readonly everywhere?: boolean | undefined;
  /**
   * `arrival`: its live reads came in before they were read, or never sooner than this after it, which is sure;
   * `other-source`: another source read there as well; `order`: before or after another read, where that cannot be.
   */
  readonly by: 'arrival' | 'other-source' | 'order';
  /** The source that read the same there, by a clock which arrival shows to be right. */
  readonly rightSource?: string | undefined;
  /** How many of the comparable ones do not fit. */
  readonly wrong: number;
  readonly of: number;
  /** The shift that would make them fit; null where none does, and with a `rival`. */
  readonly shiftMs: number | null;
  /** The source that may be wrong instead: the two disagree, and nothing shows which is right. */
  readonly rival?: string | undefined;
  /** Its first and its last original read, there or everywhere. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Two sources with right clocks that seem to be at each other's point (RULES.md CR8). */
export interface SwappedSources {
  readonly source: string;
  /** The point of its reads, which comes before the other one. */
  readonly point: TimePoint;
  readonly other: string;
  readonly otherPoint: TimePoint;
  /** How many of the runners read by both were read in the wrong order. */
  readonly wrong: number;
  readonly of: number;
}

/** GET /apiadmin/reads/sources. */
export interface SourcesBody extends Head {
  readonly sources: readonly SourceSummary[];
  /** In the order in which they were made, each with its number of reads. */
  readonly corrections: readonly {
    readonly correction: Correction;
    readonly reads: number;
  }[];
  readonly suspicions: readonly ClockSuspicion[];
  readonly swaps?: readonly SwappedSources[];
  /** The sources whose live reads arrive as they should: the clock was judged, and is right. */
  readonly rightClocks?: readonly string[];
}

export type PreviewCorrectionBody = Pick<Correction, 'reads' | 'action'>;

/** POST /corrections. `correctionId` is a UUID from the page: resending it makes no second correction. */
export type CorrectReadsBody = Omit<Correction, 'atMs' | 'by'>;

/** The first of an event. */
interface Leader {
  readonly runnerId: string;
  readonly bibNumber: string;
  readonly name: string;
  readonly totalMs: number;
}

/** What a correction would do to the results; it changes nothing. */
export interface CorrectionImpact {
  readonly reads: number;
  readonly runners: number;
  /** Finishers before and after whose total differs. */
  readonly moved: number;
  readonly finishesLost: number;
  readonly finishesGained: number;
  /** Other runners with another time at a point, or listed only before or after. */
  readonly others: number;
  /** An added read that contradicts another read of its runner (RULES.md OV11). */
  readonly contradiction?: Contradiction & { readonly event: EventCode };
  /** The events that get another winner, or another winning time. */
  readonly winners: readonly {
    readonly event: EventCode;
    readonly before: Leader | null;
    readonly after: Leader | null;
  }[];
}
