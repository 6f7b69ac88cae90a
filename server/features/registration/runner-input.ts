import { type Decision, isDeleteWord, readDecision } from '#shared/model/typed-words.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import {
  asRunnerId,
  type BandId,
  type EventCode,
  NEW_RUNNER_ID,
  parseBandId,
  type RunnerId,
} from '#shared/model/ids.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import { type EntryDetail, MAX_EARLIER_BANDS, type Runner } from '#shared/model/runner.ts';
import { cleanText, quoteGiven } from '#shared/model/text-rules.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { DATA_BLOB_FIELDS, type DataBlobField, MAX_SAVE_REASON } from '#shared/wire/runners-api.ts';
import {
  readAgeGroup,
  readBand,
  readNameField,
  readTextField,
} from '#server/race/runner-fields.ts';
import { type Details, readDetails } from './entry-details.ts';
import * as z from 'zod';
import { runnerIdSchema } from '#shared/model/decision-schemas.ts';
import type { Input } from '#server/web/request-input.ts';

/** The fields that the edit form always sets. */
export type RunnerFields = Omit<
  Runner,
  | 'runnerId'
  | 'rev'
  | EntryDetail
  | 'earlierBandIds'
  | 'isPrivate'
  | 'isAgeGroupDerived'
  | 'disqualified'
> &
  Decision;

const UUID_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const textOrNumber = z.union([z.string(), z.number()]).transform(String);
type Blob = Readonly<Record<DataBlobField, string>>;

const envelopeSchema = z.object({
  dataBlob: z
    .array(textOrNumber)
    .length(DATA_BLOB_FIELDS.length)
    .transform(
      (values) =>
        Object.fromEntries(DATA_BLOB_FIELDS.map((field, at) => [field, values[at]])) as Blob,
    ),
  rev: z.int().nonnegative().optional(),
  /** One for each form, so that sending it again doesn't create a second runner. */
  requestId: z.string().regex(UUID_FORM).optional(),
  /** Undefined leaves it unchanged. */
  isPrivate: z.boolean().optional(),
  /** The earlier numbers to keep; undefined leaves them unchanged. */
  earlierBands: z
    .array(
      textOrNumber.transform(parseBandId).pipe(z.custom<BandId>((bandId) => bandId !== undefined)),
    )
    .max(MAX_EARLIER_BANDS)
    .transform((bands) => [...new Set(bands)])
    .optional(),
  exchange: z
    .object({ kind: z.enum(['swap', 'take']), runnerId: z.string(), rev: z.number() })
    .optional(),
  reason: z.string().transform(cleanText).pipe(z.string().min(1).max(MAX_SAVE_REASON)).optional(),
});
type Envelope = z.infer<typeof envelopeSchema>;

const SENTENCES: Readonly<Record<keyof Envelope, string>> = {
  dataBlob: `Send ${DATA_BLOB_FIELDS.length} values, each a text or a number: ${DATA_BLOB_FIELDS.join(', ')}.`,
  rev: 'This must be a whole number, the rev of the runner.',
  requestId: 'This must be a UUID in lower case.',
  isPrivate: 'This must be true or false.',
  earlierBands: `Send a list of at most ${MAX_EARLIER_BANDS} wristband numbers of 1 to 12 digits.`,
  exchange: 'Send kind (swap or take), and runnerId and rev of the present holder.',
  reason: `Send a reason of 1 to ${MAX_SAVE_REASON} characters.`,
};

/** Everything except the nine values; see `SaveRunnerBody`. */
export interface SaveOptions extends Omit<Envelope, 'dataBlob' | 'rev' | 'requestId'> {
  /** Absent details are unchanged; an empty text removes one. */
  readonly details: Details;
}

export type SaveInput =
  | {
      readonly kind: 'create';
      readonly fields: RunnerFields;
      readonly options: SaveOptions;
      readonly requestId: string | undefined;
    }
  | {
      readonly kind: 'edit';
      readonly runnerId: RunnerId;
      readonly fields: RunnerFields;
      readonly options: SaveOptions;
      readonly rev: number | undefined;
    }
  | { readonly kind: 'delete'; readonly runnerId: RunnerId; readonly rev: number | undefined };

export type SaveInputReading = Result<SaveInput, readonly FieldError[]>;

/** Parses the body of POST /api; fails with all of its errors. */
export function parseSaveInput(
  body: unknown,
  config: RaceConfig,
  nowMs = Date.now(),
): SaveInputReading {
  const given = isPlainObject(body) ? body : {};
  const { data, error } = envelopeSchema.safeParse(given);
  if (!data) {
    const fields = new Set(error.issues.map(({ path }) => path[0] as keyof Envelope));
    return err(Array.from(fields, (field) => ({ field, message: SENTENCES[field] })));
  }
  const event = data.dataBlob.event.trim();
  const read = readDetails(given['details'], { event, config, nowMs });
  return read.ok ? readSubmission({ ...data, details: read.value }, coursesOf(config)) : read;
}

function readSubmission(
  { dataBlob, rev, requestId, ...options }: Envelope & Pick<SaveOptions, 'details'>,
  courses: Courses,
): SaveInputReading {
  const recordId = dataBlob.runnerId.trim();
  const isNew = recordId === NEW_RUNNER_ID;
  if (recordId === '') return fail('runnerId', `Send ${NEW_RUNNER_ID} for a new runner.`);
  if (isDeleteWord(dataBlob.runClub)) {
    return isNew
      ? fail('runClub', 'This runner is not saved yet, so there is nothing to delete.')
      : ok({ kind: 'delete', runnerId: asRunnerId(recordId), rev });
  }
  const fields = readFields(dataBlob, isNew, courses);
  if (!fields.ok) return fields;
  return ok(
    isNew
      ? { kind: 'create', fields: fields.value, options, requestId }
      : { kind: 'edit', runnerId: asRunnerId(recordId), fields: fields.value, options, rev },
  );
}

function readFields(
  blob: Blob,
  isNew: boolean,
  courses: Courses,
): Result<RunnerFields, readonly FieldError[]> {
  // An entry may lack one of its names (IMPORT.md IM43).
  const readName = (field: 'firstName' | 'lastName'): Result<string, string> =>
    !isNew && cleanText(blob[field]) === '' ? ok('') : readNameField(field, blob[field]);
  const reading = collectFields({
    raceNumber: readBand(blob.raceNumber),
    ageGroup: readAgeGroup(blob.ageGroup, courses),
    firstName: readName('firstName'),
    lastName: readName('lastName'),
    event: readEventCode(blob.event, courses),
    runClub: readTextField('runClub', blob.runClub),
    bibNumber: readTextField('bibNumber', blob.bibNumber),
    overrideTime: readDecision(blob.overrideTime),
  });
  if (!reading.ok) return reading;
  const { raceNumber, overrideTime: decision, ...others } = reading.value;
  return ok({
    ...(raceNumber === undefined ? {} : { bandId: raceNumber }),
    ...others,
    ...decision,
  });
}

function readEventCode(text: string, courses: Courses): Result<EventCode, string> {
  const code = text.trim();
  if (courses.hasEvent(code)) return ok(code);
  return err(
    code === ''
      ? 'The event is missing: choose it.'
      : `There is no event ${quoteGiven(code)}: send one of ${courses.events.join(', ')}.`,
  );
}

function fail(field: DataBlobField, message: string): SaveInputReading {
  return err([{ field, message }]);
}

export const oneRunner: Input<{ readonly runnerId: RunnerId }> = {
  schema: z.object({ runnerId: runnerIdSchema }),
  sentence: 'There is no such runner.',
};
