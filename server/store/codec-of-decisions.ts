import * as z from 'zod';

import {
  CONTROL_KINDS,
  type ControlEntry,
  type Correction,
  keyOfEntry,
  MAX_LISTED_READS,
  MAX_NAMED_READS,
  MAX_REASON,
  MAX_REPORT_TEXT,
  MAX_SHIFT_MS,
  MAX_SUBJECT,
  type Report,
  REPORT_KINDS,
  STOP_REASONS,
} from '#shared/model/decisions.ts';
import { asRunnerId } from '#shared/model/ids.ts';
import { isTimePoint, MAX_MAT_POINTS } from '#shared/model/time-point.ts';
import { MARSHAL_BIB, MARSHAL_KINDS, MAX_PASS_NAME, MAX_TAPS } from '#shared/wire/marshal-api.ts';

import { bandSchema, createReader, momentSchema } from './codec.ts';

/*
 * Schemas of corrections of reads, reports of runners and entries of race control: for the record, for changes and for
 * calls.
 */

const pointSchema = z.string().refine(isTimePoint);

/** A list of `least` to `most` different texts. */
export function distinct<T extends string>(part: z.ZodType<T>, most: number, least = 1) {
  return z
    .array(part)
    .min(least)
    .max(most)
    .refine((texts) => new Set(texts).size === texts.length);
}

/** A decision about reads, and the reads it is about. */
export const decidedSchema = z
  .object({
    reads: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('source'),
        source: z.string().min(1).max(200),
        point: pointSchema.optional(),
        fromMs: momentSchema,
        untilMs: momentSchema,
      }),
      z.object({
        kind: z.literal('reads'),
        scanIds: distinct(z.string().min(1).max(400), MAX_NAMED_READS),
      }),
      z.object({ kind: z.literal('added') }),
    ]),
    action: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('void') }),
      z.object({ kind: z.literal('clock'), shiftMs: z.int().min(-MAX_SHIFT_MS).max(MAX_SHIFT_MS) }),
      z.object({ kind: z.literal('point'), points: distinct(pointSchema, MAX_MAT_POINTS) }),
      z.object({ kind: z.literal('band'), bandId: bandSchema }),
      z.object({
        kind: z.literal('add'),
        bandId: bandSchema,
        point: pointSchema,
        timeMs: momentSchema,
      }),
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

/** A correction of reads (RULES.md CR). */
export const correctionSchema = decidedSchema.safeExtend({
  correctionId: z.uuid(),
  reason: z.string().max(MAX_REASON),
  atMs: momentSchema,
  by: z.string(),
});

export const readCorrection = createReader<Correction>(
  'correction',
  correctionSchema,
  ({ correctionId }) => correctionId,
);

/** One line of text. */
function lineSchema(most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text));
}
const noteSchema = lineSchema(MAX_REPORT_TEXT);
const subjectSchema = lineSchema(MAX_SUBJECT);

export const runnerIdSchema = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .transform(asRunnerId);

/** A report of a runner in a call, without the fields that the server adds (RULES.md RC1). */
export const reportedSchema = z
  .object({
    reportId: z.uuid(),
    kind: z.enum(REPORT_KINDS),
    atMs: momentSchema,
    point: pointSchema.optional(),
    isTimed: z.literal(true).optional(),
    reason: z.enum(STOP_REASONS).optional(),
    isSafe: z.literal(true).optional(),
    saidBy: noteSchema.optional(),
    text: noteSchema.optional(),
  })
  .refine(({ kind, reason, isSafe }) => kind === 'stopped' || (reason ?? isSafe) === undefined)
  .refine(({ kind, point, isTimed }) => !isTimed || (kind === 'seen' && point !== undefined));

const reportSchema = reportedSchema.safeExtend({
  runnerId: z.string().min(1),
  overrideBefore: z.string().optional(),
  enteredMs: momentSchema,
  by: z.string(),
});

export const readReport = createReader<Report>('report', reportSchema, ({ reportId }) => reportId);

/** The most runners that the sign-off of a point may name as unaccounted for. */
const MAX_NAMED_RUNNERS = 500;

/** An entry of race control in a call, without time and author (RULES.md RC7). */
export const controlSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['claim', 'left']),
    subject: subjectSchema,
    text: noteSchema.optional(),
  }),
  z.object({
    kind: z.literal('sweep'),
    subject: pointSchema,
    runnerIds: distinct(runnerIdSchema, MAX_NAMED_RUNNERS, 0).optional(),
    text: noteSchema.optional(),
  }),
]);

/** The taps sent by a marshal's phone (RULES.md MA2). */
export const marshalReportsSchema = z.object({
  taps: z
    .array(
      z
        .object({
          reportId: z.uuid(),
          kind: z.enum(MARSHAL_KINDS),
          bib: z.union([z.literal(''), z.string().regex(MARSHAL_BIB)]),
          atMs: momentSchema,
          of: z.uuid().optional(),
        })
        .refine(({ kind, bib, of }) => (kind === 'undo' ? of !== undefined : bib !== '')),
    )
    .min(1)
    .max(MAX_TAPS),
});

/** A new pass, before its name is checked against the others (RULES.md MA1). */
export const newPassSchema = z.object({
  point: pointSchema,
  name: noteSchema.pipe(z.string().trim().min(1).max(MAX_PASS_NAME)),
  untilMs: momentSchema,
});

/** The marshal whose reports to take back, or the version of a taking back to undo (RULES.md MA6). */
export const takeBackSchema = z.union([
  newPassSchema.pick({ point: true, name: true }).strict(),
  z.object({ undo: z.int().positive() }).strict(),
]);

/** The key of an entry. */
export const controlPlaceSchema = z.object({ kind: z.enum(CONTROL_KINDS), subject: subjectSchema });

/** A pass, and a sighting whose bib identifies no runner or several (RULES.md MA1, MA4). */
const marshalSchemas = [
  z.object({
    kind: z.literal('marshal'),
    subject: subjectSchema,
    point: pointSchema,
    untilMs: momentSchema,
    text: noteSchema,
  }),
  z.object({
    kind: z.literal('sighting'),
    subject: z.uuid(),
    point: pointSchema,
    sighting: z.object({
      kind: z.enum(['seen', 'stopped', 'helped', 'timed']),
      bib: z.string().regex(MARSHAL_BIB),
      seenMs: momentSchema,
    }),
    text: noteSchema.optional(),
  }),
] as const;

const enteredSchema = z.object({ atMs: momentSchema, by: z.string() });
const controlEntrySchema = z.intersection(
  z.discriminatedUnion('kind', [...controlSchema.options, ...marshalSchemas]),
  enteredSchema,
);

export const readControlEntry = createReader<ControlEntry>(
  'note of race control',
  controlEntrySchema,
  keyOfEntry,
);
