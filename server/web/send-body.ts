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

/** Names and values alternating, as `writeHead` takes them. */
export type HeaderLines = readonly string[];

/**
 * Answers with a body, or with 304 to a client that has it. HEAD gets only the headers, and a range request gets a
 * range of the uncompressed body (206), or 416 if there is none. An answer other than 200 is always sent whole.
 * `common` are headers that are not set on the response yet.
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
    // The time of sending: the body may have been waited for.
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

/**
 * Whether the client has the body: its tag is in the list of If-None-Match, compared weakly, or the list is `*`.
 * `Cache-Control` is ignored: the page bypasses the browser's cache with a tag of its own.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const RANGE_FORM = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * The only range of bytes a GET asks for, of a body with a strong tag (RFC 9110 14). Undefined for the whole body:
 * several ranges, other units, invalid ones, and ranges of a body that has changed since (If-Range) are ignored. Not by
 * Express's `range-parser`: it answers 416 to some of these, and to the last 500 bytes of a body of 400, which are all
 * of it (14.1.2).
 */
export function findRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  etag: string,
  size: number,
): ByteRange | 'outside' | undefined {
  const { range, 'if-range': ifRange } = headers;
  if (method !== 'GET' || range === undefined || etag.startsWith('W/')) return undefined;
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first, last, fromEnd] = RANGE_FORM.exec(range) ?? [];
  if (fromEnd !== undefined) {
    const count = Math.min(Number(fromEnd), size);
    return count > 0 ? { first: size - count, last: size - 1 } : 'outside';
  }
  if (first === undefined) return undefined;
  if (last && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'outside';
  return { first: Number(first), last: last ? Math.min(Number(last), size - 1) : size - 1 };
}
