import type { ServerResponse } from 'node:http';

import { json, type Request, type RequestHandler, type Response } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';
import * as z from 'zod';

import type { Courses } from '#shared/model/courses.ts';
import { quoteGiven } from '#shared/model/text-rules.ts';

import { Refusal } from '#server/system/refusal.ts';

/** The schema of a part of a request, and the sentence of the refusal. */
export interface Input<T> {
  readonly schema: z.ZodType<T>;
  readonly sentence: string;
}

export interface RequestBody<T> {
  /** Its description, as in PROTOCOL.md. */
  readonly takes: string;
  /** Undefined where the call checks its JSON field by field. */
  readonly schema?: z.ZodType | undefined;
  /** Reads the body into the request, within its limit. */
  readonly read: RequestHandler;
  /** The parsed body; throws a {@link Refusal} for an invalid one. */
  readonly take: (req: Request) => T;
}

/** Far more than the largest form holds. */
const MAX_JSON_BYTES = 64 * 1024;

/** A text of a form: longer than any accepted address or password, and without control characters. */
export const shortText = z
  .string()
  .max(1_000)
  .refine((value) => !/\p{Cc}/u.test(value));

/** A JSON object of this schema; an empty body is an empty object. */
export function jsonBody<T>(
  schema: z.ZodType<T>,
  sentence: string,
  maxBytes = MAX_JSON_BYTES,
): RequestBody<T> {
  return {
    takes: 'JSON',
    schema,
    read: readJson(maxBytes),
    take: (req) => checkInput({ schema, sentence }, req.body ?? {}),
  };
}

/** @throws {Refusal} for a point that the race does not have, which no schema can check. */
export function requirePoint(point: string, { points }: Courses): void {
  if (points.includes(point)) return;
  throw new Refusal(
    400,
    `The race has no point ${quoteGiven(point)}: send one of ${points.join(', ')}.`,
  );
}

/** Room for new and old settings, each with the longest setup of a race. */
const MAX_SETTINGS_BYTES = 1024 * 1024;

/** A JSON object that the call itself checks, field by field. */
export const anyJson = uncheckedJson(MAX_JSON_BYTES);
export const settingsJson = uncheckedJson(MAX_SETTINGS_BYTES);

function uncheckedJson(maxBytes: number): RequestBody<unknown> {
  return { takes: 'JSON', read: readJson(maxBytes), take: (req) => req.body as unknown };
}

/** An uploaded file of at most `maxBytes`, with the texts of its form. */
export function fileBody(
  field: string,
  maxBytes: number,
  texts?: FormTexts,
): RequestBody<{ readonly file: Buffer; readonly texts: unknown }> {
  return {
    takes: `form, ${maxBytes / 1024 / 1024} MB`,
    read: readUpload(field, maxBytes, texts),
    take: (req) => ({ file: getUploadedBytes(req), texts: (req.body ?? {}) as unknown }),
  };
}

/** The parsed part of a request; throws a {@link Refusal} with the sentence if it does not fit. */
export function checkInput<T>({ schema, sentence }: Input<T>, given: unknown, status = 400): T {
  const { data, success } = schema.safeParse(given);
  if (success) return data;
  throw new Refusal(status, sentence);
}

/**
 * The escape of an unpaired surrogate, which is no character: Redis could neither name a field by it nor read it in a
 * script.
 */
const UNPAIRED = /\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i;

/** Reads the body of a request as a JSON object, if there is one, and refuses anything else. */
function readJson(maxBytes: number): RequestHandler {
  const parseJson = json({
    limit: maxBytes,
    inflate: false,
    verify: (_req, _res, body, charset) => {
      if (charset !== 'utf-8') throw new Refusal(415, 'Send JSON in UTF-8.');
      if (UNPAIRED.test(body.toString('latin1'))) {
        throw new Refusal(400, 'A text has half a character. Type it again.');
      }
    },
  });
  return (req, res, next) => {
    const isEmpty = req.get('content-length') === '0';
    if (!isEmpty && req.is('application/json') === false) {
      throw new Refusal(415, 'Send JSON, with the header Content-Type: application/json.');
    }
    parseJson(req, res, (error?: unknown) => {
      if (error) next(error);
      else if (Array.isArray(req.body)) next(new Refusal(400, 'Send one JSON object, no list.'));
      else next();
    });
  };
}

/** For a form with one file and a few texts. */
const FORM_LIMITS = {
  files: 1,
  fieldNameSize: 64,
  fieldNestingDepth: 0,
  headerPairs: 32,
};

interface FormTexts {
  readonly count: number;
  /** The largest allowed, in bytes. */
  readonly maxBytes: number;
}

const ONE_WORD: FormTexts = { count: 1, maxBytes: 64 };

/** Reads one uploaded file of at most `maxBytes` into memory, and its texts. */
function readUpload(field: string, maxBytes: number, texts = ONE_WORD): RequestHandler {
  const upload = multer({
    storage: memoryStorage(),
    limits: {
      ...FORM_LIMITS,
      fields: texts.count,
      parts: texts.count + 1,
      fieldSize: texts.maxBytes,
      fileSize: maxBytes,
    },
  });
  const read = upload.single(field);
  return (req, res, next) => {
    read(req, res, (error: unknown) => {
      if (error) next(describeUploadError(error, field, maxBytes));
      else next();
    });
  };
}

/** The bytes of the file that {@link readUpload} read. */
function getUploadedBytes(req: Request): Buffer {
  if (!req.file) throw new Refusal(400, 'Please select a file.');
  return req.file.buffer;
}

function describeUploadError(error: unknown, field: string, maxBytes: number): Refusal {
  const code = error instanceof MulterError ? error.code : undefined;
  if (code === 'LIMIT_FILE_SIZE') {
    const megabytes = maxBytes / 1024 / 1024;
    return new Refusal(413, `The file is too large: ${megabytes} MB at most.`);
  }
  if (code === 'LIMIT_FIELD_VALUE') {
    return new Refusal(400, 'A text sent with the file is too long. Shorten it.');
  }
  return new Refusal(
    400,
    code === undefined
      ? 'The upload broke off or is not a form. Send it again.'
      : `Send a form with one file in the field “${field}”.`,
  );
}

/**
 * Notes the owner of a request's token or pass, by the name in the log of changes, even if it is refused.
 */
export function noteCaller(res: Response, by: string | undefined): void {
  if (by !== undefined) (res.locals as { by?: string }).by = by;
}

/** The sender of a request, if known. */
export function findCaller(res: ServerResponse): string | undefined {
  return (res as { locals?: { by?: string } }).locals?.by;
}
