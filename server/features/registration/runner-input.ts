import { type Decision, readDecision, readTeam } from '#shared/model/typed-words.ts';
import { isPlainObject } from '#shared/model/json-object.ts';
import { type Courses, coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import { collectFields, err, type FieldError, ok, type Result } from '#shared/model/outcome.ts';
import {
  asRunnerId,
  type BandId,
  NEW_RUNNER_ID,
  parseBandId,
  type RunnerId,
} from '#shared/model/ids.ts';
import { type EntryDetail, MAX_EARLIER_BANDS, type Runner } from '#shared/model/runner.ts';
import { cleanText, quoteGiven } from '#shared/model/text-rules.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import {
  type BandExchange,
  DATA_BLOB_FIELDS,
  type DataBlobField,
  MAX_SAVE_REASON,
} from '#shared/wire/runners-api.ts';
import {
  readAgeGroup,
  readBand,
  readNameField,
  readTextField,
} from '#server/race/runner-fields.ts';
import { type Details, readDetails } from './entry-details.ts';
import * as z from 'zod';
import { runnerIdSchema } from '#server/store/codec-of-decisions.ts';
import type { Input } from '#server/web/request-input.ts';

/** The fields that the edit form sets; the rest of a runner is kept. */
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

/** The options of a submission other than the nine values; see `SaveRunnerBody`. */
export interface SaveOptions {
  /** Undefined leaves it unchanged. */
  readonly isPrivate: boolean | undefined;
  /** Details in addition to the entry; absent ones are unchanged, and an empty text removes one. */
  readonly details: Details;
  /** The earlier numbers to keep; undefined leaves them unchanged. */
  readonly earlierBands: readonly BandId[] | undefined;
  readonly exchange: BandExchange | undefined;
  readonly reason: string | undefined;
}

export type SaveInput =
  | {
      readonly kind: 'create';
      readonly fields: RunnerFields;
      readonly options: SaveOptions;
      /** Made by the page once for each form, so that sending it again makes no second runner. */
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

const UUID_FORM = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Parses the body of POST /api, which can be anything, or returns all of its errors. */
export function parseSaveInput(
  body: unknown,
  config: RaceConfig,
  nowMs = Date.now(),
): SaveInputReading {
  const { dataBlob, rev, requestId, isPrivate, details, earlierBands, exchange, reason } =
    isPlainObject(body) ? body : {};
  const envelope = collectFields({
    dataBlob: readBlob(dataBlob),
    rev: readRev(rev),
    requestId: readRequestId(requestId),
    isPrivate: readIsPrivate(isPrivate),
    earlierBands: readEarlierBands(earlierBands),
    exchange: readExchange(exchange),
    reason: readReason(reason),
  });
  if (!envelope.ok) return envelope;
  const event = envelope.value.dataBlob.event.trim();
  const read = readDetails(details, { event, config, nowMs });
  return read.ok
    ? readSubmission({ ...envelope.value, details: read.value }, coursesOf(config))
    : read;
}

type Blob = Readonly<Record<DataBlobField, string>>;

interface Envelope extends SaveOptions {
  readonly dataBlob: Blob;
  readonly rev: number | undefined;
  readonly requestId: string | undefined;
}

function readSubmission(
  { dataBlob, rev, requestId, ...options }: Envelope,
  courses: Courses,
): SaveInputReading {
  const recordId = dataBlob.runnerId.trim();
  const isNew = recordId === NEW_RUNNER_ID;
  if (recordId === '') return fail('runnerId', `Send ${NEW_RUNNER_ID} for a new runner.`);
  if (readTeam(dataBlob.runClub) === 'delete') {
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
  // A part that an entry does not have may stay so (IMPORT.md IM43).
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

function readBlob(given: unknown): Result<Blob, string> {
  if (!Array.isArray(given) || given.length !== DATA_BLOB_FIELDS.length) {
    return err(`Send ${DATA_BLOB_FIELDS.length} values: ${DATA_BLOB_FIELDS.join(', ')}.`);
  }
  const values: Partial<Record<DataBlobField, string>> = {};
  for (const [index, field] of DATA_BLOB_FIELDS.entries()) {
    const value: unknown = given[index];
    if (typeof value !== 'string' && typeof value !== 'number') {
      return err(`The value for ${field} must be a text or a number.`);
    }
    values[field] = String(value);
  }
  return ok(values as Blob);
}

function readRev(given: unknown): Result<number | undefined, string> {
  if (given === undefined) return ok(given);
  const isRev = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0;
  return isRev ? ok(given) : err('This must be the whole number that came with the runner.');
}

function readRequestId(given: unknown): Result<string | undefined, string> {
  if (given === undefined) return ok(given);
  const isUuid = typeof given === 'string' && UUID_FORM.test(given);
  return isUuid ? ok(given) : err('This must be a UUID in lower case.');
}

function readIsPrivate(given: unknown): Result<boolean | undefined, string> {
  const isFitting = given === undefined || typeof given === 'boolean';
  return isFitting ? ok(given) : err('This must be true or false.');
}

function readReason(given: unknown): Result<string | undefined, string> {
  if (given === undefined) return ok(given);
  const reason = typeof given === 'string' ? cleanText(given) : '';
  const isFitting = reason !== '' && reason.length <= MAX_SAVE_REASON;
  return isFitting ? ok(reason) : err(`Send a reason of 1 to ${MAX_SAVE_REASON} characters.`);
}

function readEarlierBands(given: unknown): Result<readonly BandId[] | undefined, string> {
  if (given === undefined) return ok(given);
  const isFitting = Array.isArray(given) && given.length <= MAX_EARLIER_BANDS;
  if (!isFitting) return err(`Send a list of at most ${MAX_EARLIER_BANDS} numbers.`);
  const bands = new Set<BandId>();
  for (const value of given as readonly unknown[]) {
    const text = typeof value === 'number' ? String(value) : value;
    const bandId = typeof text === 'string' ? parseBandId(text) : undefined;
    if (bandId === undefined) {
      return err(`${quoteGiven(String(text))} is no wristband number of 1 to 12 digits.`);
    }
    bands.add(bandId);
  }
  return ok([...bands]);
}

function readExchange(given: unknown): Result<BandExchange | undefined, string> {
  if (given === undefined) return ok(given);
  const { kind, runnerId, rev } = isPlainObject(given) ? given : {};
  const isKind = kind === 'swap' || kind === 'take';
  const isWhole = isKind && typeof runnerId === 'string' && typeof rev === 'number';
  return isWhole
    ? ok({ kind, runnerId, rev })
    : err('Send whether to swap or to take, and the runnerId and rev of who holds the number.');
}

function readEventCode(text: string, courses: Courses): Result<EventCode, string> {
  const code = text.trim();
  if (courses.hasEvent(code)) return ok(code);
  return err(
    code === ''
      ? 'The event is missing: choose it.'
      : `The event ${quoteGiven(code)} is none of ${courses.events.join(', ')}.`,
  );
}

function fail(field: DataBlobField, message: string): SaveInputReading {
  return err([{ field, message }]);
}

export const oneRunner: Input<{ readonly runnerId: RunnerId }> = {
  schema: z.object({ runnerId: runnerIdSchema }),
  sentence: 'There is no such runner.',
};
