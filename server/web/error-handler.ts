import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

import type { Logger } from '#server/observe/logger.ts';

import type { Failure } from './describe-failure.ts';
import { describeFailure } from './describe-failure.ts';

/** Answers addresses nobody serves, whatever the method. */
export const answerUnknown: RequestHandler = (_req, res) => {
  res.status(404).json({ error: 'There is nothing at this address.' });
};

/** What of a path is worth a place in the log. */
const MAX_PATH_LENGTH = 200;

const UNFORESEEN: Failure = {
  status: 500,
  sentence: 'Something went wrong here. Try again in a moment.',
};

/** The last stop: a known refusal keeps its status and sentence, anything else is logged and stays unnamed. */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const failure = describeFailure(error);
    if (!failure || failure.status >= 500) {
      logger.error(
        { err: error, method: req.method, path: req.path.slice(0, MAX_PATH_LENGTH) },
        'Request failed',
      );
    }
    sendFailure(res, failure ?? UNFORESEEN);
  };
}

/** Lets {@link createErrorHandler} answer in plain text, for calls whose answers people read as they are. */
export const answerInText: RequestHandler = (_req, res, next) => {
  (res.locals as { isText?: boolean }).isText = true;
  next();
};

/** When to come back after a 503, in seconds. */
const RETRY_S = 2;

function sendFailure(res: Response, { status, sentence }: Failure): void {
  res.status(status);
  if (status === 503 && !res.hasHeader('Retry-After')) res.set('Retry-After', String(RETRY_S));
  if ((res.locals as { isText?: boolean }).isText) res.type('text/plain').send(sentence);
  else res.json({ error: sentence });
}
