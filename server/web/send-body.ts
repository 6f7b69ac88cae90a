import type { IncomingMessage, ServerResponse } from 'node:http';
import fresh from 'fresh';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

import { rankEncodings } from './accepted.ts';
import type { CachedBody } from './cached-body.ts';

/**
 * Who may keep a body, and for how long.
 * - `shared`: caches on the way for a second, so that a crowd behind one costs one request a
 *   second; browsers ask each time.
 * - `private`: the browser alone, which asks each time.
 * - `revalidate`: everybody, and asks each time.
 * - `forever`: everybody, for good: the address names the content.
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
    // The time of sending: the body may have been waited for.
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
 * `Cache-Control` is ignored: the page bypasses the browser's cache with a tag of its own.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}
