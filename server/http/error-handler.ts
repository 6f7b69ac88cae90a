import type { ErrorRequestHandler, RequestHandler } from 'express';

import type { Logger } from '#server/logger.ts';

/** Answers addresses nobody serves, whatever the method. */
export const answerUnknown: RequestHandler = (_req, res) => {
  res.status(404).json({ error: 'There is nothing at this address.' });
};

/** The last stop: a known refusal keeps its status, anything else is logged and stays unnamed. */
export function createErrorHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) {
      next(error);
      return;
    }
    const status = findClientStatus(error);
    if (status) {
      res.status(status).json({ error: 'The request cannot be read.' });
      return;
    }
    logger.error({ err: error, method: req.method, path: req.path }, 'Request failed');
    res.status(500).json({ error: 'Something went wrong here. Try again in a moment.' });
  };
}

/** Express and its parsers mark what the client did wrong with a 4xx status. */
function findClientStatus(error: unknown): number | undefined {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
