import * as z from 'zod/mini';

import { adminBody } from './runners-api.ts';
import type { ControlEntry } from '../model/decisions.ts';
import type { TimePoint } from '../model/time-point.ts';
import { head, listOf, nonEmpty, textAs } from './schemas.ts';

/** Where and when a wristband was last seen, and its number of scans. */
export const lastSeen = z.object({
  scans: z.number(),
  /** Points of the mat that last read it, joined by commas. */
  lastPoint: z.string(),
  lastTime: z.number(),
  /**
   * For a runner: the last point of their course before the finish at which they were read, and when. Absent where it
   * follows from the above, and where there is none.
   */
  lastStage: z.optional(
    z.object({
      point: textAs<TimePoint>(),
      time: z.number(),
      /** On a course with loops: the index of the point, the start being 0. */
      at: z.optional(z.number()),
    }),
  ),
});
export type LastSeenBody = Readonly<z.infer<typeof lastSeen>>;

/** Who dismissed a wristband, and when. */
const dismissalBody = z.object({
  at: z.number(),
  by: nonEmpty,
  /** It was scanned again since: it needs attention like one that was never dismissed. */
  isOver: z.boolean(),
});
export type DismissalBody = Readonly<z.infer<typeof dismissalBody>>;

/** A wristband that was scanned although nobody holds it. */
const unassignedBandBody = z.extend(lastSeen, {
  bandID: nonEmpty,
  /** Absent for one that was never dismissed, and once a runner wears it. */
  dismissal: z.optional(dismissalBody),
});
export type UnassignedBandBody = Readonly<z.infer<typeof unassignedBandBody>>;

/** The answer to POST /mia/:bandID/dismiss and /undismiss. */
export interface DismissReply {
  readonly result: 'Success';
}

/** The answer to POST /chips and POST /mia/:bandID/give; `message` is for people. */
export interface ChipsReply {
  readonly result: 'Success';
  readonly message: string;
}

const finishedDnf = z.object({ runnerId: nonEmpty, finishTime: z.number() });
export type FinishedDnf = Readonly<z.infer<typeof finishedDnf>>;

/** A runner who is DNF or DNS and was read. */
const seenOut = z.extend(lastSeen, { runnerId: nonEmpty });

const notice = z.discriminatedUnion('kind', [
  /** The clock of a scanner's machine is wrong: ahead of that of Redis, behind if negative. */
  z.object({ kind: z.literal('clock'), source: z.string(), aheadMs: z.number() }),
  /**
   * The reads of a source do not fit those of the others (RULES.md CR6); `shiftMs` would fix it, absent where nothing
   * does.
   */
  z.object({
    kind: z.literal('clock-suspected'),
    source: z.string(),
    point: textAs<TimePoint>(),
    shiftMs: z.optional(z.number()),
    /** Shown by the arrival of its live reads. */
    isSure: z.optional(z.literal(true)),
  }),
  /** Two sources seem to be at each other's point (RULES.md CR8); `point` is that of `source` and comes first. */
  z.object({
    kind: z.literal('sources-swapped'),
    source: z.string(),
    point: textAs<TimePoint>(),
    other: z.string(),
    otherPoint: textAs<TimePoint>(),
  }),
  /** The scanner of a source was last heard then and did not end; `lastReadMs` is absent before its first read. */
  z.object({
    kind: z.literal('silent-source'),
    source: z.string(),
    heardMs: z.number(),
    lastReadMs: z.optional(z.number()),
  }),
  /** The state of a source's reader: its battery and its clock; each is absent when unknown. */
  z.object({
    kind: z.literal('reader'),
    source: z.string(),
    battery: z.optional(z.string()),
    isBatteryLow: z.optional(z.boolean()),
    aheadMs: z.optional(z.number()),
  }),
  /** A record is left out because it cannot be read; `field` is empty where it is the name of an account. */
  z.object({
    kind: z.literal('unreadable'),
    hash: z.string(),
    field: z.string(),
    reason: z.string(),
  }),
  /** More of these exist than are named. */
  z.object({ kind: z.literal('more-unreadable'), count: z.number() }),
  /** A sentence of `/readyz`. */
  z.object({ kind: z.literal('problem'), text: z.string() }),
]);

/** Something about the service itself that organisers have to know; it disappears when it is over. */
export type Notice = Readonly<z.infer<typeof notice>>;

const point = textAs<TimePoint>();

const reason = z.discriminatedUnion('kind', [
  /** The reads of both make sense if each wears the other's band. */
  z.object({ kind: z.literal('swap'), runnerId: nonEmpty }),
  /** A time by hand at `point` that contradicts their own read at another point. */
  z.object({
    kind: z.literal('by-hand'),
    point,
    atMs: z.number(),
    readAt: point,
    readMs: z.number(),
  }),
  /** Through the finish at `atMs`, and read at these points of their course only after it. */
  z.object({ kind: z.literal('early-finish'), atMs: z.number(), points: listOf(point) }),
  /** Read at points that are not on their course. */
  z.object({ kind: z.literal('other-course'), points: listOf(point) }),
  /** A leg far shorter than anybody else's; `asFast` have such a one, the others took `othersMs` or more. */
  z.object({
    kind: z.literal('fast-leg'),
    from: point,
    to: point,
    legMs: z.number(),
    othersMs: z.number(),
    asFast: z.number(),
  }),
  /** This many others of the event have the same bib; `runnerId` is one of them. */
  z.object({ kind: z.literal('same-bib'), runnerId: nonEmpty, others: z.number() }),
  /** Not read at these, but at a later point. */
  z.object({ kind: z.literal('missed'), points: listOf(point), later: point }),
  /** Through a point after it had closed, by this. */
  z.object({
    kind: z.literal('late'),
    point,
    lateMs: z.number(),
    /** The index of the point on their course, the start being 0. */
    at: z.number(),
  }),
  /** Others of the event were read at the start. */
  z.object({ kind: z.literal('no-start') }),
]);

/** Why a runner is to check (RULES.md MS7). */
export type CheckReason = Readonly<z.infer<typeof reason>>;

const runnerToCheck = z.object({ runnerId: nonEmpty, reasons: listOf(reason) });
export type RunnerToCheck = Readonly<z.infer<typeof runnerToCheck>>;

/** The worst first; of a very long list only the first, and how many there are. */
const toCheck = z.object({ count: z.number(), runners: listOf(runnerToCheck) });
export type ToCheck = Readonly<z.infer<typeof toCheck>>;

const controlEntry = z.custom<ControlEntry>(
  (value) => typeof value === 'object' && value !== null && 'subject' in value,
);

/** The further fields about the missing. */
const MISSING_DETAILS = {
  scannedNumberNoRunners: listOf(unassignedBandBody),
  /**
   * For each in `resultData`, in its order, where they were last seen; null for one never scanned. Absent from a
   * message when it has not changed.
   */
  lastSeen: z.optional(listOf(z.nullable(lastSeen))),
  /** By the time they finished; absent when there is nobody. */
  finishedDnfs: z.optional(listOf(finishedDnf)),
  /** Absent when there is none. */
  notices: z.optional(listOf(notice)),
  /** The events with a gun and without any read at the start; absent when there is none. */
  massStarts: z.optional(listOf(nonEmpty)),
  /** The runners to check, and why. Absent from a message when it has not changed. */
  toCheck: z.optional(toCheck),
  /** DNF and DNS runners who were read, and where last; absent when there is nobody. */
  seenOuts: z.optional(listOf(seenOut)),
  /** The entries of race control (RULES.md RC7); absent without any. */
  control: z.optional(listOf(controlEntry)),
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
