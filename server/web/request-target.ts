import type { IncomingMessage, RequestListener } from 'node:http';

import type { RequestHandler } from 'express';

import { Refusal } from './refusal.ts';

/** A path in a request. Express would take a blank or a fragment in it for a URL to be parsed. */
const PATH_FORM = /^\/[^\s#]*$/;

const unreadable = new WeakSet<IncomingMessage>();

/**
 * Passes only paths to Express: it would answer a target without one itself, without the common headers. A target that
 * is a whole URL, as sent to a proxy, is reduced to its path.
 */
export function withReadableTarget(answer: RequestListener): RequestListener {
  return (request: IncomingMessage & { originalUrl?: string }, response) => {
    const { url = '' } = request;
    const path = parseTarget(url);
    if (path === undefined) unreadable.add(request);
    // For the log.
    request.originalUrl = url;
    request.url = path ?? '/';
    answer(request, response);
  };
}

/** Refuses a request whose target is no address. */
export const refuseUnreadable: RequestHandler = (req, _res, next) => {
  if (unreadable.has(req)) throw new Refusal(400, 'The address in this request cannot be read.');
  next();
};

function parseTarget(target: string): string | undefined {
  if (target === '*' || PATH_FORM.test(target)) return target;
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname + search;
}
