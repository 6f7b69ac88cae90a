import type { IncomingMessage } from 'node:http';

/** One tag of a list, with what leads to the next (RFC 9110 8.8.3). A comma may stand in a tag. */
const LISTED_TAG = /[ \t,]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*(?=,|$)/y;

/** Whether who asks has the body: its tag is in the list of If-None-Match, compared weakly, or the list is `*`. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  LISTED_TAG.lastIndex = 0;
  // What is no list of tags is read as far as it is one.
  for (let tag = LISTED_TAG.exec(ifNoneMatch); tag; tag = LISTED_TAG.exec(ifNoneMatch)) {
    if (tag[1] === opaque) return true;
  }
  return false;
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
 * has changed since (If-Range) are passed over.
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
