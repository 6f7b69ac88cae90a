import * as z from 'zod';

import {
  correctionSchema,
  distinct,
  lineSchema,
  momentSchema,
  noteSchema,
  pointSchema,
  reportSchema,
  runnerIdSchema,
} from '#shared/model/decision-schemas.ts';
import {
  CONTROL_KINDS,
  type ControlEntry,
  type Correction,
  keyOfEntry,
  MAX_SUBJECT,
  type Report,
} from '#shared/model/decisions.ts';
import { MARSHAL_BIB, MARSHAL_KINDS, MAX_PASS_NAME, MAX_TAPS } from '#shared/wire/marshal-api.ts';

import { createReader } from './codec.ts';

/* Readers of decisions in the record, and schemas of race control and marshals for calls too. */

export const readCorrection = createReader<Correction>(
  'correction',
  correctionSchema,
  ({ correctionId }) => correctionId,
);

export const readReport = createReader<Report>('report', reportSchema, ({ reportId }) => reportId);

const subjectSchema = lineSchema(MAX_SUBJECT);

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
