import type { IncomingMessage } from 'node:http';

import fresh from 'fresh';

/**
 * Whether who asks has the body: its tag is in the list of If-None-Match, compared weakly, or the list
 * is `*`. `Cache-Control` is not looked at: the page asks past the browser's cache with a tag of its own.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** Bytes of a body, from the first to the last of them. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const RANGE_FORM = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * The one range of bytes a GET asks for, of a body with a strong tag (RFC 9110 14). Undefined for
 * the whole body: several ranges, one of another unit, one that is none, and one of a body that
 * has changed since (If-Range) are passed over. Not by Express's `range-parser`: it answers 416 to some
 * of these, and to the last 500 bytes of a body that has 400, which are all of it (14.1.2).
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
