import * as z from 'zod/mini';

import type { Correction, CorrectionAction, ReadSelection } from '../model/correction.ts';
import type { EventCode } from '../model/event.ts';
import type { TimePoint } from '../model/time-point.ts';
import { MINUTE_MS } from '../model/time.ts';
import type { Verdict } from '../scoring/count-scans.ts';
import { head, listOf, nonEmpty, textAs } from './schemas.ts';

/** What became of a read: that of scoring, or that an organiser made it void (RULES.md SC4, CR2). */
export type ReadVerdict = Verdict | 'void';

/** Of what is asked for beside verdicts: times by hand, and what of them and the mats differs (RULES.md HT5). */
export const TIMED_READS = ['by-hand', 'hand-differs'] as const;
export type TimedRead = (typeof TIMED_READS)[number];

/** The most reads that one answer brings. */
export const READS_A_PAGE = 200;

const point = textAs<TimePoint>();

/** A read with what became of it. Its moment, points and band are those that count. */
const listedRead = z.object({
  scanId: nonEmpty,
  timeMs: z.number(),
  points: listOf(point),
  /** `by hand` of a time by hand. */
  bandID: nonEmpty,
  source: z.string(),
  /** Of a time by hand (RULES.md HT1): the read of a mat there that is nearest to it, however far. */
  hand: z.optional(
    z.object({ mat: z.nullable(z.object({ timeMs: z.number(), source: z.string() })) }),
  ),
  /** It counts, and who timed there by hand then has no time of it (RULES.md HT5). */
  isUntimed: z.optional(z.boolean()),
  /** When Redis had it; null for one of a record that did not keep it. */
  arrivedMs: z.nullable(z.number()),
  /** Whose it is; null where nobody holds the band. */
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
  /** Where it is the one that counts. */
  countedAt: listOf(point),
  /** Those that count at its points in its place, of several visits the nearest in time. */
  instead: listOf(z.object({ point, timeMs: z.number(), source: z.string() })),
  /** Those that would have to be void so that it counts, at most 10; absent where it counts or never would. */
  rivals: z.optional(listOf(nonEmpty)),
  /** What it said when it came; absent where nothing was corrected. */
  asRead: z.optional(z.object({ timeMs: z.number(), points: listOf(point), bandID: nonEmpty })),
  /** The ids of its corrections, in the order in which they were made. */
  corrections: listOf(nonEmpty),
});
export type ListedRead = Readonly<z.infer<typeof listedRead>>;

/**
 * GET /apiadmin/reads?source=&point=&verdict=&from=&until=&runner=&find=&before=: the reads that fit, latest first by the
 * moment that counts. `find` is a band, a bib or a part of a name; a verdict also `not-counted`,
 * or one of {@link TIMED_READS}.
 */
export const readsBody = z.extend(head, {
  /** How many fit in all. */
  count: z.number(),
  reads: listOf(listedRead),
  /** Given as `before` it brings those that follow; null when there are none. */
  next: z.nullable(nonEmpty),
});
export type ReadsBody = Readonly<z.infer<typeof readsBody>>;

/** Of this time it is told how many reads came in. */
export const RECENT_READS_MS = 5 * MINUTE_MS;

/** A source as its reads say, which are as they came. */
const sourceSummary = z.object({
  source: z.string(),
  reads: z.number(),
  /** How many of them somebody corrected. */
  corrected: z.number(),
  firstMs: z.number(),
  lastMs: z.number(),
  points: listOf(point),
  /** When Redis took the last of them, and how many it took within {@link RECENT_READS_MS}; absent from an earlier release. */
  arrivedMs: z.optional(z.number()),
  recent: z.optional(z.number()),
  /** When it read last at each of its points, as organisers corrected it, and not after that arrived; absent likewise. */
  lastAt: z.optional(listOf(z.object({ point, timeMs: z.number() }))),
});
export type SourceSummary = Readonly<z.infer<typeof sourceSummary>>;

/** A source whose clock seems to be wrong, with what would mend it (RULES.md CR6). */
const clockSuspicion = z.object({
  source: z.string(),
  /** Where it shows best. */
  point,
  /** Whether it seems so at all of its mats, of which it has several; absent: at that of this point. */
  everywhere: z.optional(z.boolean()),
  /** `other-source`: read there by another source as well; `order`: before or after what it cannot be. */
  by: z.enum(['other-source', 'order']),
  /** So many of those that can be compared do not fit. */
  wrong: z.number(),
  of: z.number(),
  /** What would make them fit; null where nothing does. */
  shiftMs: z.nullable(z.number()),
  /** Its first and its last read, there or everywhere, as they came. */
  fromMs: z.number(),
  untilMs: z.number(),
});
export type ClockSuspicion = Readonly<z.infer<typeof clockSuspicion>>;

const correction = z.custom<Correction>(
  (value) => typeof value === 'object' && value !== null && 'correctionId' in value,
);

/** GET /apiadmin/reads/sources. */
export const sourcesBody = z.extend(head, {
  sources: listOf(sourceSummary),
  /** In the order in which they were made, each with how many reads it is about. */
  corrections: listOf(z.object({ correction, reads: z.number() })),
  suspicions: listOf(clockSuspicion),
});
export type SourcesBody = Readonly<z.infer<typeof sourcesBody>>;

/** POST /corrections/preview. */
export interface PreviewCorrectionBody {
  readonly reads: ReadSelection;
  readonly action: CorrectionAction;
}

/** POST /corrections. `correctionId` is a UUID of the page's own: sent again it makes no second one. */
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

/** What a correction would make of the results; nothing of it is done. */
export const correctionImpact = z.object({
  reads: z.number(),
  runners: z.number(),
  /** Finishers before and after whose total is another. */
  moved: z.number(),
  finishesLost: z.number(),
  finishesGained: z.number(),
  /** Those who are in the results before and not after, and the other way round. */
  unlisted: z.number(),
  listed: z.number(),
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
