import * as z from 'zod/mini';

import type { Correction, CorrectionAction, ReadSelection } from '../model/decisions.ts';
import type { EventCode } from '../model/ids.ts';
import type { TimePoint } from '../model/time-point.ts';
import { MINUTE_MS } from '../model/time.ts';
import type { Verdict } from '../scoring/count-scans.ts';
import { head, listOf, nonEmpty, textAs } from './schemas.ts';

/** The verdict on a read: that of scoring, or void by an organiser (RULES.md SC4, CR2). */
export type ReadVerdict = Verdict | 'void';

/** Filters in addition to verdicts: times by hand, and those that differ from the mats (RULES.md HT5). */
export const TIMED_READS = ['by-hand', 'hand-differs'] as const;
export type TimedRead = (typeof TIMED_READS)[number];

export const READS_A_PAGE = 200;

const point = textAs<TimePoint>();

/** A read with its verdict. Its moment, points and band are those that count. */
const listedRead = z.object({
  scanId: nonEmpty,
  timeMs: z.number(),
  points: listOf(point),
  /** `by hand` for a time by hand. */
  bandID: nonEmpty,
  source: z.string(),
  /** For a time by hand (RULES.md HT1): the mat's read there that is nearest to it, however far. */
  hand: z.optional(
    z.object({ mat: z.nullable(z.object({ timeMs: z.number(), source: z.string() })) }),
  ),
  /** It counts, although the person timing there by hand at that moment has no time of it (RULES.md HT5). */
  isUntimed: z.optional(z.boolean()),
  /** When Redis took it; null in a record without that. */
  arrivedMs: z.nullable(z.number()),
  /** The holder of the band; null for none. */
  runner: z.nullable(
    z.object({
      runnerId: nonEmpty,
      bibNumber: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      event: textAs<EventCode>(),
    }),
  ),
  verdict: textAs<ReadVerdict>(),
  /** The points where it is the one that counts. */
  countedAt: listOf(point),
  /** The reads that count at its points in its place, for several visits the nearest in time. */
  instead: listOf(z.object({ point, timeMs: z.number(), source: z.string() })),
  /** The reads that would have to be void so that it counts, at most 10; absent where it counts or never would. */
  rivals: z.optional(listOf(nonEmpty)),
  /** Its original content; absent without corrections. */
  asRead: z.optional(z.object({ timeMs: z.number(), points: listOf(point), bandID: nonEmpty })),
  /** The ids of its corrections, in the order in which they were made. */
  corrections: listOf(nonEmpty),
});
export type ListedRead = Readonly<z.infer<typeof listedRead>>;

/**
 * GET /apiadmin/reads?source=&point=&verdict=&from=&until=&runner=&find=&before=: the matching reads, latest first by
 * the moment that counts. `find` is a band, a bib or a part of a name; a verdict also `not-counted`, or one of {@link
 * TIMED_READS}.
 */
export const readsBody = z.extend(head, {
  /** How many match in all. */
  count: z.number(),
  reads: listOf(listedRead),
  /** Passed as `before` it gets the next page; null when there is none. */
  next: z.nullable(nonEmpty),
});
export type ReadsBody = Readonly<z.infer<typeof readsBody>>;

/** The span for counting recent reads. */
export const RECENT_READS_MS = 5 * MINUTE_MS;

/** A source, summarised from its original reads. */
const sourceSummary = z.object({
  source: z.string(),
  reads: z.number(),
  corrected: z.number(),
  firstMs: z.number(),
  lastMs: z.number(),
  points: listOf(point),
  /** When Redis took the last of them, and how many it took within {@link RECENT_READS_MS}. */
  arrivedMs: z.optional(z.number()),
  recent: z.optional(z.number()),
  /** All of them come from a file, so their arrival says nothing; absent for live ones. */
  isReplay: z.optional(z.boolean()),
  /** The last read at each of its points, after corrections, and not later than its arrival. */
  lastAt: z.optional(listOf(z.object({ point, timeMs: z.number() }))),
});
export type SourceSummary = Readonly<z.infer<typeof sourceSummary>>;

/** A source whose clock seems to be wrong, with the shift that would fix it (RULES.md CR6). */
const clockSuspicion = z.object({
  source: z.string(),
  /** The point where it shows best. */
  point,
  /** Whether it seems so at all of its several mats; absent: at that of this point. */
  everywhere: z.optional(z.boolean()),
  /**
   * `arrival`: its live reads came in before they were read, or never sooner than this after it, which is sure;
   * `other-source`: another source read there as well; `order`: before or after another read, where that cannot be.
   */
  by: z.enum(['arrival', 'other-source', 'order']),
  /** The source that read the same there, by a clock which arrival shows to be right. */
  rightSource: z.optional(z.string()),
  /** How many of the comparable ones do not fit. */
  wrong: z.number(),
  of: z.number(),
  /** The shift that would make them fit; null where none does. */
  shiftMs: z.nullable(z.number()),
  /** Its first and its last original read, there or everywhere. */
  fromMs: z.number(),
  untilMs: z.number(),
});
export type ClockSuspicion = Readonly<z.infer<typeof clockSuspicion>>;

/** Two sources that seem to be at each other's point (RULES.md CR8). */
const swappedSources = z.object({
  source: z.string(),
  /** The point that its reads say, which comes before the other one. */
  point,
  other: z.string(),
  otherPoint: point,
  /** How many of the runners read by both were read in the wrong order. */
  wrong: z.number(),
  of: z.number(),
  /** The live reads of both arrive as they should, so no clock can be the reason. */
  isSure: z.boolean(),
  /** The first original read of either. */
  fromMs: z.number(),
});
export type SwappedSources = Readonly<z.infer<typeof swappedSources>>;

const correction = z.custom<Correction>(
  (value) => typeof value === 'object' && value !== null && 'correctionId' in value,
);

/** GET /apiadmin/reads/sources. */
export const sourcesBody = z.extend(head, {
  sources: listOf(sourceSummary),
  /** In the order in which they were made, each with its number of reads. */
  corrections: listOf(z.object({ correction, reads: z.number() })),
  suspicions: listOf(clockSuspicion),
  swaps: z.optional(listOf(swappedSources)),
  /** The sources whose live reads arrive as they should: the clock was judged, and is right. */
  rightClocks: z.optional(listOf(nonEmpty)),
});
export type SourcesBody = Readonly<z.infer<typeof sourcesBody>>;

export interface PreviewCorrectionBody {
  readonly reads: ReadSelection;
  readonly action: CorrectionAction;
}

/** POST /corrections. `correctionId` is a UUID from the page: resending it makes no second correction. */
export interface CorrectReadsBody extends PreviewCorrectionBody {
  readonly correctionId: string;
  readonly reason: string;
}

/** The first of an event. */
const leader = z.object({
  runnerId: nonEmpty,
  bibNumber: z.string(),
  name: z.string(),
  totalMs: z.number(),
});

/** An added read, and the read of its runner that it contradicts (RULES.md OV11). */
const contradiction = z.object({
  event: textAs<EventCode>(),
  point: textAs<TimePoint>(),
  atMs: z.number(),
  readAt: textAs<TimePoint>(),
  readMs: z.number(),
});

/** What a correction would do to the results; it changes nothing. */
export const correctionImpact = z.object({
  reads: z.number(),
  runners: z.number(),
  /** Finishers before and after whose total differs. */
  moved: z.number(),
  finishesLost: z.number(),
  finishesGained: z.number(),
  /** Runners who are in the results before and not after, and the reverse. */
  unlisted: z.number(),
  listed: z.number(),
  /** Absent where nothing is contradicted. */
  contradiction: z.optional(contradiction),
  /** The events that get another winner, or another winning time. */
  winners: listOf(
    z.object({
      event: textAs<EventCode>(),
      before: z.nullable(leader),
      after: z.nullable(leader),
    }),
  ),
});
export type CorrectionImpact = Readonly<z.infer<typeof correctionImpact>>;

/** The answer to POST /corrections and POST /corrections/:correctionId/undo. */
export interface CorrectReadsReply {
  readonly result: 'Success';
}
