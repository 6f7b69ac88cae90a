import type { TimePoint } from '../model/time-point.ts';
import type { EpochMs } from '../model/time.ts';

/**
 * What a marshal reports of somebody at their point (RULES.md MA): `seen`, `stopped` here and no longer in the race,
 * `helped`, `timed` as they crossed (RULES.md HT), or `undo`, which takes back an earlier tap.
 */
export const MARSHAL_KINDS = ['seen', 'stopped', 'helped', 'timed', 'undo'] as const;
export type MarshalKind = (typeof MARSHAL_KINDS)[number];

export interface MarshalTap {
  /** A UUID from the phone: resending it makes no second report. */
  readonly reportId: string;
  readonly kind: MarshalKind;
  /** The bib as it was read; each unreadable digit is a `?`. Empty only with `undo`. */
  readonly bib: string;
  /** By the clock of the race as the phone knew it. A moment in the future counts as now. */
  readonly atMs: EpochMs;
  /** For `undo`: the `reportId` of the tap it takes back. */
  readonly of?: string;
}

export const MARSHAL_BIB = /^[\p{L}\p{N}?-]{1,12}$/u;

export const MAX_TAPS = 50;

/** POST /api/marshal/reports, with `Authorization: Bearer` and the pass. */
export interface MarshalReportsBody {
  readonly taps: readonly MarshalTap[];
}

/**
 * The outcome of a recorded tap: `reported` for one runner; `to-check` if the bib fits nobody, several runners, or a
 * runner for whom it cannot be reported, so that race control has to decide; or `refused`: not in the record, with what
 * to do in `why`.
 */
export interface TapOutcome {
  readonly reportId: string;
  readonly outcome: 'reported' | 'to-check' | 'refused';
  readonly why?: string;
}

/** The answer, in the order of the taps. */
export interface MarshalReply {
  readonly outcomes: readonly TapOutcome[];
}

/** A runner expected at the point. */
export interface DueRunner {
  readonly bib: string;
  /** Absent for a private runner. */
  readonly name?: string;
  /** When they are expected, and by when nine of ten are there (RULES.md XP1, XP7); absent where nothing is known. */
  readonly expectedMs?: EpochMs;
  readonly latestMs?: EpochMs;
}

/** The most runners listed in {@link MarshalBody}, the soonest first. */
export const MAX_DUE_NAMED = 200;

/** GET /api/marshal, with the pass: what the phone shows (RULES.md MA). */
export interface MarshalBody {
  readonly point: TimePoint;
  readonly pointName: string;
  /** The holder of the pass. */
  readonly name: string;
  readonly untilMs: EpochMs;
  readonly title: string;
  readonly timeZone: string;
  /** The clock of the server when it answered. */
  readonly serverMs: EpochMs;
  readonly due: readonly DueRunner[];
  /** How many are due, and how many passed the point, by a mat or a report. */
  readonly dueCount: number;
  readonly passedCount: number;
  /** Runners who are out and did not come to the point. */
  readonly outCount: number;
  /** All bibs of those who are due, also unlisted ones: `?77` is looked up in them. */
  readonly bibs: readonly string[];
}

/** POST /marshals: lets somebody report from a point until then. */
export interface NewPassBody {
  readonly point: TimePoint;
  /** Its holder; a name is unique at a point. */
  readonly name: string;
  readonly untilMs: EpochMs;
}

/** The answer. The address is sent only once; the record only has a hash of the pass. */
export interface NewPassReply {
  readonly result: 'Success';
  /** Opens the phone's page with the pass, which is in the fragment and so in no log. */
  readonly url: string;
}

/** POST /marshals/take-back: takes back all that a marshal said, or with `undo` brings back what that version took. */
export type TakeBackBody =
  | { readonly point: TimePoint; readonly name: string }
  | { readonly undo: number };

export interface TakenBackReply {
  readonly result: 'Success';
  readonly runners: number;
  /** What race control had to decide. */
  readonly sightings: number;
  /** Absent where there was nothing. */
  readonly version?: number;
}

/** A marshal sees no more people stop in a minute; race control decides about the others (RULES.md MA4). */
export const MAX_STOPS_A_MINUTE = 10;

/** In characters. */
export const MAX_PASS_NAME = 40;
export const MAX_PASS_MS = 72 * 60 * 60_000;
export const MAX_PASSES = 200;
/** The most open matters that one pass can leave to race control. */
export const MAX_SIGHTINGS_OF_PASS = 200;
/** The most entries with one pass, including those taken back. */
export const MAX_TAPS_OF_PASS = 5_000;
