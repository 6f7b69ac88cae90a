import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import fresh from 'fresh';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

import { type CachedBody, rankEncodings } from './cached-body.ts';

/**
 * Where a body is cached, and for how long.
 * - `shared`: in proxies for a second, so that a crowd behind one costs a request a second; browsers revalidate each
 *   time.
 * - `private`: in the browser alone, which revalidates each time.
 * - `revalidate`: anywhere, revalidated each time.
 * - `forever`: anywhere, since the address names the content.
 */
const CACHE_CONTROL = {
  shared: 'public, max-age=0, s-maxage=1',
  private: 'private, no-cache',
  revalidate: 'public, max-age=0, must-revalidate',
  forever: 'public, max-age=31536000, immutable',
} as const;

export type CachePolicy = keyof typeof CACHE_CONTROL;

/** Answers with a body, or with 304 to a client that has it. HEAD gets only the headers. */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: CachedBody,
  policy: CachePolicy,
): Promise<void> {
  const { headers, method } = request;
  const encoding = body.choose(rankEncodings(headers['accept-encoding']));
  const lines = ['ETag', body.tagOf(encoding), 'Cache-Control', CACHE_CONTROL[policy]];
  if (body.vary !== '') lines.push('Vary', body.vary);
  const begin = (status: number): ServerResponse =>
    // The time of sending: making the body may have taken long.
    response.writeHead(status, [SERVER_TIME_HEADER, String(Date.now()), ...lines]);
  if (response.statusCode === 200 && isKnown(headers['if-none-match'], body.etag)) {
    begin(304).end();
    return;
  }
  const bytes = await body.encode(encoding);
  lines.push('Content-Type', body.type, 'Content-Length', String(bytes.length));
  if (encoding !== 'identity') lines.push('Content-Encoding', encoding);
  begin(response.statusCode).end(method === 'HEAD' ? undefined : bytes);
}

/**
 * Whether the client has the body: its tag is in the list of If-None-Match, compared weakly, or the list is `*`.
 * `Cache-Control` is ignored: a marshal's page bypasses the browser's cache with its own tag.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** An address with the same cached body for everybody. */
export interface PreparedAnswer {
  readonly path: string;
  readonly policy: CachePolicy;
  /** Undefined if the routes have to handle the request. */
  readonly getBody: (request: IncomingMessage) => CachedBody | Promise<CachedBody> | undefined;
}

interface PreparedParts {
  /** Logs the request, and sets the headers of every answer. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => void;
  readonly routes: RequestListener;
}

/**
 * Answers the busiest addresses without Express, which costs four times as much. Unusual requests are left to the
 * routes, which give the same answer.
 *
 * 1. The path is looked up as written in the request line, for GET and HEAD.
 * 2. Without a body, for example before the race is loaded, the routes answer with the reason.
 * 3. `sendBody` answers, as it does for the routes.
 */
export function answerPrepared(
  answers: readonly PreparedAnswer[],
  { begin, routes }: PreparedParts,
): RequestListener {
  const byPath = new Map(answers.map((answer) => [answer.path, answer]));
  return (request, response) => {
    const { method, url = '' } = request;
    const answer = method === 'GET' || method === 'HEAD' ? byPath.get(pathOf(url)) : undefined;
    if (!answer) return routes(request, response);
    const send = async (): Promise<void> => {
      const body = await answer.getBody(request);
      if (!body) return routes(request, response);
      begin(request, response);
      await sendBody(request, response, body, answer.policy);
    };
    // The routes fail in the same way, and report the error.
    send().catch(() => routes(request, response));
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
