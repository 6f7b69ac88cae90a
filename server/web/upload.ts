import type { Request, RequestHandler } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';

import { Refusal } from './refusal.ts';

/** What a form with one file may hold: the file, a few texts beside it, and nothing that nests. */
const FORM_LIMITS = {
  files: 1,
  fieldNameSize: 64,
  fieldNestingDepth: 0,
  headerPairs: 32,
};

/** The texts a form may hold beside its file. */
export interface FormTexts {
  readonly count: number;
  /** The largest of them, in bytes. */
  readonly maxBytes: number;
}

const ONE_WORD: FormTexts = { count: 1, maxBytes: 64 };

/** Reads one uploaded file of at most `maxBytes` into memory, and the texts beside it. */
export function readUpload(field: string, maxBytes: number, texts = ONE_WORD): RequestHandler {
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
export function getUploadedBytes(req: Request): Buffer {
  if (!req.file) throw new Refusal(400, 'Please select a file.');
  return req.file.buffer;
}

function describeUploadError(error: unknown, field: string, maxBytes: number): Refusal {
  const code = error instanceof MulterError ? error.code : undefined;
  if (code === 'LIMIT_FILE_SIZE') {
    const megabytes = maxBytes / 1024 / 1024;
    return new Refusal(413, `The file is too large: ${megabytes} MB are allowed.`);
  }
  if (code === 'LIMIT_FIELD_VALUE') {
    return new Refusal(400, 'A text beside the file is too long. Send it shorter.');
  }
  return new Refusal(
    400,
    code === undefined
      ? 'The upload broke off or is no form. Send it again.'
      : `Send a form with one file in the field “${field}”.`,
  );
}
