import type { RequestHandler } from 'express';
import { json } from 'express';

import { Refusal } from './refusal.ts';

/** Far more than the largest form holds. */
const MAX_JSON_BYTES = 64 * 1024;

const parse = json({
  limit: MAX_JSON_BYTES,
  inflate: false,
  verify: (_req, _res, _body, charset) => {
    if (charset !== 'utf-8') throw new Refusal(415, 'Send JSON in UTF-8.');
  },
});

/** Reads the body of a request as a JSON object, if there is one, and refuses one that is something else. */
export const readJson: RequestHandler = (req, res, next) => {
  const isEmpty = req.get('content-length') === '0';
  if (!isEmpty && req.is('application/json') === false) {
    throw new Refusal(415, 'Send JSON, with the header Content-Type: application/json.');
  }
  parse(req, res, (error?: unknown) => {
    if (error) next(error);
    else if (Array.isArray(req.body)) next(new Refusal(400, 'Send one JSON object, no list.'));
    else next();
  });
};
