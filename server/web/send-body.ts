import type { IncomingMessage, ServerResponse } from 'node:http';

import { SERVER_TIME_HEADER } from '#shared/wire/http-api.ts';

import { rankEncodings } from './accepted.ts';
import type { CachedBody } from './cached-body.ts';
import { findRange, isKnown } from './request-conditions.ts';

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

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderLines = readonly string[];

/**
 * Answers with a body, or with 304 to whoever has it. HEAD gets the headers alone, and who asks for
 * a range gets it of the body as it is (206), or is told that there is none (416). An answer that
 * is not 200 is always sent whole. `common` are headers that are not set on the response yet.
 */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: CachedBody,
  policy: CachePolicy,
  common: HeaderLines = [],
): Promise<void> {
  const { headers, method } = request;
  const begin = (status: number, lines: HeaderLines): ServerResponse =>
    // The time is the one at which the answer goes: the body may have been waited for.
    response.writeHead(status, [...common, SERVER_TIME_HEADER, String(Date.now()), ...lines]);
  const isFound = response.statusCode === 200;
  const accepted = rankEncodings(headers['accept-encoding']);
  const range =
    isFound && accepted.includes('identity') ? findRange(request, body.etag, body.size) : undefined;
  const encoding = range ? 'identity' : body.choose(accepted);
  const lines = ['ETag', body.tagOf(encoding), 'Cache-Control', CACHE_CONTROL[policy]];
  if (body.vary !== '') lines.push('Vary', body.vary);
  if (isFound && isKnown(headers['if-none-match'], body.etag)) {
    begin(304, lines).end();
    return;
  }
  if (range === 'outside') {
    const none = ['Cache-Control', 'no-store', 'Content-Range', `bytes */${body.size}`];
    begin(416, [...none, 'Content-Length', '0']).end();
    return;
  }
  const whole = await body.encode(encoding);
  const bytes = range ? whole.subarray(range.first, range.last + 1) : whole;
  lines.push('Content-Type', body.type, 'Content-Length', String(bytes.length));
  if (encoding !== 'identity') lines.push('Content-Encoding', encoding);
  if (body.hasRanges) lines.push('Accept-Ranges', 'bytes');
  if (range) lines.push('Content-Range', `bytes ${range.first}-${range.last}/${whole.length}`);
  begin(range ? 206 : response.statusCode, lines).end(method === 'HEAD' ? undefined : bytes);
}
