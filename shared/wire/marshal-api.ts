import * as z from 'zod/mini';

import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';
import { listOf, nonEmpty, textAs } from './schemas.ts';

/**
 * What a marshal says of somebody at their point (RULES.md MA): `seen`, `stopped` here and in the race no more,
 * `helped`, `timed` as they crossed (RULES.md HT), or `undo`, which takes back what was said before.
 */
export const MARSHAL_KINDS = ['seen', 'stopped', 'helped', 'timed', 'undo'] as const;
export type MarshalKind = (typeof MARSHAL_KINDS)[number];

export interface MarshalTap {
  /** A UUID of the phone: sent again it makes no second one. */
  readonly reportId: string;
  readonly kind: MarshalKind;
  /** The bib as it was read; each digit that could not be read is a `?`. Empty with `undo` alone. */
  readonly bib: string;
  /** By the clock of the race as the phone knew it. One that is still to come is taken for now. */
  readonly atMs: EpochMs;
  /** Of `undo`: the `reportId` of what is taken back. */
  readonly of?: string;
}

/** A bib as a marshal reads it. */
export const MARSHAL_BIB = /^[\p{L}\p{N}?-]{1,12}$/u;

export const MAX_TAPS = 50;

/** POST /api/marshal/reports, with `Authorization: Bearer` and the pass. */
export interface MarshalReportsBody {
  readonly taps: readonly MarshalTap[];
}

/**
 * What became of a tap, which is in the record by now: `reported` of one runner, `to-check` where the bib is that of
 * nobody, of several, or of one who cannot have it reported, so that race control has it to decide, or `refused`:
 * not in the record, and `why` says what to do.
 */
const tapOutcome = z.object({
  reportId: nonEmpty,
  outcome: textAs<'reported' | 'to-check' | 'refused'>(),
  why: z.optional(z.string()),
});
export type TapOutcome = Readonly<z.infer<typeof tapOutcome>>;

/** The answer, in the order of the taps. */
export const marshalReply = z.object({ outcomes: listOf(tapOutcome) });
export type MarshalReply = Readonly<z.infer<typeof marshalReply>>;

/** Somebody who is still to come to the point. */
const dueRunner = z.object({
  bib: nonEmpty,
  /** Absent where it is nobody's business. */
  name: z.optional(z.string()),
  /** When they are expected, and by when nine of ten are there (RULES.md XP1, XP7); absent where nothing can be said. */
  expectedMs: z.optional(z.number()),
  latestMs: z.optional(z.number()),
});
export type DueRunner = Readonly<z.infer<typeof dueRunner>>;

/** The most who are named one by one in {@link MarshalBody}, the soonest first. */
export const MAX_DUE_NAMED = 200;

/** GET /api/marshal, with the pass: what the phone shows (RULES.md MA). */
export const marshalBody = z.object({
  point: textAs<TimePoint>(),
  /** What the race calls the point. */
  pointName: z.string(),
  /** Who holds the pass. */
  name: z.string(),
  untilMs: z.number(),
  title: z.string(),
  timeZone: z.string(),
  /** The clock of the server when it answered. */
  serverMs: z.number(),
  due: listOf(dueRunner),
  /** How many are due, and how many passed the point, by a mat or by somebody's word. */
  dueCount: z.number(),
  passedCount: z.number(),
  /** Who is in the race no more and did not come to the point. */
  outCount: z.number(),
  /** All bibs of those who are due, those named apart too: `?77` is looked for in them. */
  bibs: listOf(nonEmpty),
});
export type MarshalBody = Readonly<z.infer<typeof marshalBody>>;

/** POST /marshals: lets somebody report from a point until then. */
export interface NewPassBody {
  readonly point: TimePoint;
  /** Who gets it; there is one of a name at a point. */
  readonly name: string;
  readonly untilMs: EpochMs;
}

/** The answer. The address is told once; the record knows no more than what it is checked by. */
export interface NewPassReply {
  readonly result: 'Success';
  /** Opens the phone's page with the pass, which stands in its fragment and so in no log. */
  readonly url: string;
}

/** The longest name of who holds a pass, in characters. */
export const MAX_PASS_NAME = 40;
export const MAX_PASS_MS = 72 * 60 * 60_000;
export const MAX_PASSES = 200;
/** The most that one pass can leave for race control to decide. */
export const MAX_SIGHTINGS_OF_PASS = 200;
/** The most that is written down with one pass, what was taken back too. */
export const MAX_TAPS_OF_PASS = 5_000;
