import * as z from 'zod/mini';

import { adminBody } from './runners-api.ts';
import { head, listOf, nonEmpty } from './schemas.ts';

/** Where and when a wristband was seen last, and how often in all. */
export const lastSeen = z.object({
  scans: z.number(),
  /** Points of the mat that read it last, joined by commas. */
  lastPoint: z.string(),
  lastTime: z.number(),
});
export type LastSeenBody = Readonly<z.infer<typeof lastSeen>>;

/** Who put a wristband aside, and when. */
const dismissalBody = z.object({
  at: z.number(),
  by: nonEmpty,
  /** It was scanned again since: it asks for attention like one never put aside. */
  isOver: z.boolean(),
});
export type DismissalBody = Readonly<z.infer<typeof dismissalBody>>;

/** A wristband that was scanned although nobody holds it. */
const unassignedBandBody = z.extend(lastSeen, {
  bandID: nonEmpty,
  /** Absent for one that nobody ever put aside, and from when a runner wears it. */
  dismissal: z.optional(dismissalBody),
});
export type UnassignedBandBody = Readonly<z.infer<typeof unassignedBandBody>>;

/** The answer to POST /mia/:bandID/dismiss and /undismiss. */
export interface DismissReply {
  readonly result: 'Success';
}

/** A runner who is DNF and came in all the same. */
const finishedDnf = z.object({ runnerId: nonEmpty, finishTime: z.number() });
export type FinishedDnf = Readonly<z.infer<typeof finishedDnf>>;

const KNOWN_NOTICES = z.discriminatedUnion('kind', [
  /** The clock of the machine at which a scanner runs is wrong: ahead of that of Redis, behind if negative. */
  z.object({ kind: z.literal('clock'), source: z.string(), aheadMs: z.number() }),
  /** A record is set apart because it cannot be read; `field` is empty for a hash as a whole. */
  z.object({
    kind: z.literal('unreadable'),
    hash: z.string(),
    field: z.string(),
    reason: z.string(),
  }),
  /** More of these than are named. */
  z.object({ kind: z.literal('more-unreadable'), count: z.number() }),
  /** What `/readyz` names, in a sentence. */
  z.object({ kind: z.literal('problem'), text: z.string() }),
]);

/** Something about the service itself that organisers have to know; it is gone when it is no longer so. */
export type Notice = Readonly<z.infer<typeof KNOWN_NOTICES>>;

const KINDS: ReadonlySet<string> = new Set(['clock', 'unreadable', 'more-unreadable', 'problem']);

/** A kind that this page does not know passes too: it shows nothing of it. */
const laterNotice = z.object({ kind: nonEmpty.check(z.refine((kind) => !KINDS.has(kind))) });
const notice = z.union([KNOWN_NOTICES, laterNotice]) as z.ZodMiniType<Notice>;

/** What is told of the missing beside who they are. */
const MISSING_DETAILS = {
  scannedNumberNoRunners: listOf(unassignedBandBody),
  /**
   * Of each in `resultData`, in its order, where they were seen last; null for
   * one never scanned. Absent from a message when what was told of it stands.
   */
  lastSeen: z.optional(listOf(z.nullable(lastSeen))),
  /** By the time they came in; absent when there is nobody. */
  finishedDnfs: z.optional(listOf(finishedDnf)),
  /** Absent when there is none. */
  notices: z.optional(listOf(notice)),
  /** The events that have a gun and of which nobody was read at the start; absent when there is none. */
  massStarts: z.optional(listOf(nonEmpty)),
};
const missingDetails = z.object(MISSING_DETAILS);
export type MissingDetails = Readonly<z.infer<typeof missingDetails>>;

/** GET /mia: runners with a wristband and without a finish, and bands without a runner. */
export const missingBody = z.extend(adminBody, MISSING_DETAILS);
export type MissingBody = Readonly<z.infer<typeof missingBody>>;

/** All of GET /mia, with ids in place of the runners. */
export const missingMessage = z.extend(head, {
  ...MISSING_DETAILS,
  /** Ids of the runners without a finish. */
  resultData: listOf(nonEmpty),
});
export type MissingMessage = Readonly<z.infer<typeof missingMessage>>;
