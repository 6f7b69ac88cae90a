import * as z from 'zod';

import {
  MAX_LISTED_READS,
  MAX_NAMED_READS,
  MAX_REASON,
  MAX_REPORT_TEXT,
  MAX_SHIFT_MS,
  REPORT_KINDS,
  STOP_REASONS,
} from './decisions.ts';
import { asRunnerId, asScanId, type BandId, parseBandId } from './ids.ts';
import { isTimePoint, MAX_MAT_POINTS } from './time-point.ts';

/*
 * Corrections of reads and reports of runners: for the record, for changes and for calls. Pages have only the types, by
 * way of `decisions.ts`.
 */

/** The range of `Date`, in milliseconds before and after 1970. */
const LAST_MS = 8.64e15;

export const momentSchema = z.number().min(-LAST_MS).max(LAST_MS);
export const pointSchema = z.string().refine(isTimePoint);
const bandSchema = z.custom<BandId>(
  (value) => typeof value === 'string' && parseBandId(value) === value,
);
export const runnerIdSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .transform(asRunnerId);

/** A list of `least` to `most` different texts. */
export function distinct<T extends string>(part: z.ZodType<T>, most: number, least = 1) {
  return z
    .array(part)
    .min(least)
    .max(most)
    .refine((texts) => new Set(texts).size === texts.length);
}

/** One line of text. */
export function lineSchema(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text));
}
export const noteSchema = lineSchema(MAX_REPORT_TEXT);

/** A decision about reads, and the reads that it is about, by their original content (RULES.md CR1). */
export const decidedSchema = z
  .object({
    reads: z.discriminatedUnion('kind', [
      /** Both moments included; at one point or at all. */
      z.object({
        kind: z.literal('source'),
        source: z.string().min(1).max(200),
        point: pointSchema.exactOptional(),
        fromMs: momentSchema,
        untilMs: momentSchema,
      }),
      z.object({
        kind: z.literal('reads'),
        scanIds: distinct(z.string().min(1).max(400).transform(asScanId), MAX_NAMED_READS),
      }),
      /** The added read. */
      z.object({ kind: z.literal('added') }),
    ]),
    action: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('void') }),
      /** Adds to the time of the reads. */
      z.object({ kind: z.literal('clock'), shiftMs: z.int().min(-MAX_SHIFT_MS).max(MAX_SHIFT_MS) }),
      z.object({ kind: z.literal('point'), points: distinct(pointSchema, MAX_MAT_POINTS) }),
      z.object({ kind: z.literal('band'), bandId: bandSchema }),
      /** Adds a read; only with the selection `added` (RULES.md CR7). */
      z.object({
        kind: z.literal('add'),
        bandId: bandSchema,
        point: pointSchema,
        timeMs: momentSchema,
      }),
      /** Adds a list of hand-timed reads at one point, likewise. */
      z.object({
        kind: z.literal('list'),
        point: pointSchema,
        reads: z
          .array(z.object({ bandId: bandSchema, timeMs: momentSchema }))
          .min(1)
          .max(MAX_LISTED_READS)
          // One finish each: laps go through the scanner, as a file.
          .refine((reads) => new Set(reads.map(({ bandId }) => bandId)).size === reads.length),
      }),
    ]),
  })
  .refine(
    ({ reads, action }) =>
      (reads.kind === 'added') === (action.kind === 'add' || action.kind === 'list'),
  );

export const correctionSchema = decidedSchema.safeExtend({
  correctionId: z.uuid(),
  reason: z.string().max(MAX_REASON),
  atMs: momentSchema,
  /** The organiser's e-mail address. */
  by: z.string(),
});

/** A report in a call, without the fields that the server adds (RULES.md RC1). */
export const reportedSchema = z
  .object({
    /** From the page, so that resending makes no second report. */
    reportId: z.uuid(),
    kind: z.enum(REPORT_KINDS),
    /** The reported moment, by the clock of the race. */
    atMs: momentSchema,
    point: pointSchema.exactOptional(),
    /** For `seen` at a point: a time by hand (RULES.md HT1). */
    isTimed: z.literal(true).exactOptional(),
    /** For `stopped` only. */
    reason: z.enum(STOP_REASONS).exactOptional(),
    /** For `stopped`: also known to be safe. */
    isSafe: z.literal(true).exactOptional(),
    /** The reporter, such as a marshal on the phone. */
    saidBy: noteSchema.exactOptional(),
    text: noteSchema.exactOptional(),
  })
  .refine(({ kind, reason, isSafe }) => kind === 'stopped' || (reason ?? isSafe) === undefined)
  .refine(({ kind, point, isTimed }) => !isTimed || (kind === 'seen' && point !== undefined));

export const reportSchema = reportedSchema.safeExtend({
  runnerId: z.string().min(1).transform(asRunnerId),
  /**
   * The override that the status replaced, to be restored when the report is taken back; absent if the status was set
   * already.
   */
  overrideBefore: z.string().exactOptional(),
  enteredMs: momentSchema,
  /** The organiser's e-mail address, or a marshal with their point, such as `Dai, marshal at CP3` (RULES.md MA). */
  by: z.string(),
});
