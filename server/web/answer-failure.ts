import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

import type { Logger } from '#server/observe/logger.ts';
import { explainUnavailable } from '#server/store/record-unavailable.ts';
import { Refusal } from '#server/system/refusal.ts';

interface Failure extends Pick<Refusal, 'status'>, Partial<Pick<Refusal, 'more' | 'retryS'>> {
  readonly sentence: string;
}

/** By the `type` that body-parser gives its errors. */
const BODY_SENTENCES: Readonly<Record<string, string>> = {
  'charset.unsupported': 'Send the request in UTF-8.',
  'encoding.unsupported': 'Send the request without compression.',
  'entity.parse.failed': 'The request is not valid JSON.',
  'entity.too.large': 'The request is too large.',
};

/** The answer to an expected error; undefined for an internal fault. */
export function describeFailure(error: unknown): Failure | undefined {
  if (error instanceof Refusal) {
    const { status, message, more, retryS } = error;
    return { status, sentence: message, more, retryS };
  }
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  // Express and its parsers mark a client's mistake with a 4xx status.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return { status, sentence: BODY_SENTENCES[String(type)] ?? 'The request cannot be read.' };
  }
  const away = explainUnavailable(error);
  if (!away) return undefined;
  const outcome = away.isUnknown ? 'so this may or may not be saved' : 'so nothing was saved';
  const sentence = `The race record ${away.reason}, ${outcome}. Try again in a moment.`;
  return { status: 503, sentence };
}

/** Answers unknown addresses, whatever the method. */
export const answerUnknown: RequestHandler = () => {
  throw new Refusal(404, 'There is nothing at this address.');
};

/** Logged characters of a path. */
const MAX_PATH_LENGTH = 200;

/** Of an internal fault: the log alone says which. */
const FAULT: Failure = {
  status: 500,
  sentence: 'Something went wrong here. Try again in a moment.',
};

/**
 * The last handler: a known refusal keeps its status and sentence; any other error is logged, and the answer says
 * nothing of it.
 */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const failure = describeFailure(error) ?? FAULT;
    const { status, retryS } = failure;
    // Temporary refusals are not logged.
    if (status >= 500 && retryS === undefined) {
      logger.error(
        { err: error, method: req.method, path: req.path.slice(0, MAX_PATH_LENGTH) },
        'Request failed',
      );
    }
    sendFailure(res, failure);
  };
}

/** Makes {@link createErrorHandler} answer in plain text, for calls whose answers people read directly. */
export const answerInText: RequestHandler = (_req, res, next) => {
  (res.locals as { isText?: boolean }).isText = true;
  next();
};

/** When to retry after any other 503. */
const RETRY_S = 2;

function sendFailure(res: Response, { status, sentence, more, retryS }: Failure): void {
  res.status(status);
  const seconds = retryS ?? (status === 503 ? RETRY_S : undefined);
  if (seconds !== undefined) res.set('Retry-After', String(seconds));
  if ((res.locals as { isText?: boolean }).isText) res.type('text/plain').send(sentence);
  else res.json({ error: sentence, ...more });
}
