import express from 'express';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rankEncodings } from '#server/web/accept-encoding.ts';
import { findRange, isKnown } from '#server/web/request-conditions.ts';

/** Express's own negotiation among the encodings of the server. */
function rankByExpress(header: string): string | false {
  const request = Object.create(express.request) as express.Request;
  request.headers = { 'accept-encoding': header };
  return request.acceptsEncodings('br', 'gzip', 'identity');
}

const blank = fc.constantFrom('', '', ' ', '\t', '  ');
const code = fc.constantFrom('br', 'gzip', 'identity', '*', 'zstd', 'deflate', 'BR', 'x-gzip');
/** No two alike: what is liked alike Express gives in the order of the header. */
const acceptEncoding = fc
  .uniqueArray(fc.tuple(code, fc.integer({ min: 0, max: 1_000 }), blank), {
    selector: ([name]) => name.toLowerCase(),
  })
  .filter((parts) => new Set(parts.map(([, weight]) => weight)).size === parts.length)
  .map((parts) =>
    parts
      .map(([name, weight, gap]) => `${gap}${name}${gap};${gap}q=${weight / 1_000}${gap}`)
      .join(','),
  );

test('[CL38] of the encodings a client takes the one it likes best is sent, as Express finds it', () => {
  fc.assert(
    fc.property(acceptEncoding, (header) => {
      expect(rankEncodings(header)[0] ?? false).toBe(rankByExpress(header));
    }),
  );
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0.5', 'br'],
  ['gzip;q=0.6, *;q=0.5', 'gzip'],
  ['identity, *;q=0.5', 'identity'],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['*;q=0', undefined],
  ['br;q=2', 'identity'],
  ['br;q=', 'identity'],
  ['gzip;level=9;q=0.2', 'gzip'],
])('[CL38] Accept-Encoding: %s is best answered with %s', (header, encoding) => {
  expect(rankEncodings(header)[0]).toBe(encoding);
});

/** A list of tags read character by character. */
function readTags(list: string): string[] {
  const tags: string[] = [];
  let rest = list;
  for (;;) {
    rest = rest.replace(/^[ \t,]+/, '').replace(/^W\//, '');
    const end = rest.indexOf('"', 1);
    if (!rest.startsWith('"') || end < 0) return tags;
    const after = rest.slice(end + 1).replace(/^[ \t]+/, '');
    // oxlint-disable-next-line no-control-regex -- what no tag holds
    if (/[\x00-\x20\x7f]/.test(rest.slice(1, end)) || (after !== '' && !after.startsWith(','))) {
      return tags;
    }
    tags.push(rest.slice(0, end + 1));
    rest = after;
  }
}

const tag = fc
  .tuple(fc.constantFrom('', 'W/'), fc.stringMatching(/^[a-z,-]{0,3}$/))
  .map(([weak, text]) => `${weak}"${text}"`);
const rubbish = fc.stringMatching(/^[W/", \ta*é-]{0,4}$/);

test('[CL38] a list of tags in If-None-Match is read as it is written, commas in tags too', () => {
  const separator = fc.constantFrom(',', ', ', ' ,\t', ',,');
  const list = fc
    .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: tag }, rubbish), separator))
    .map((parts) => parts.flat().join(''));
  fc.assert(
    fc.property(list, tag, (known, etag) => {
      const opaque = etag.replace(/^W\//, '');
      const isNamed = known === etag || known.trim() === '*' || readTags(known).includes(opaque);
      expect(isKnown(known, etag)).toBe(isNamed);
    }),
  );
});

/** What a range of these ends names, found byte by byte. */
function pickBytes(first: number | undefined, last: number | undefined, size: number) {
  if ((first ?? last) === undefined || (first ?? 0) > (last ?? Infinity)) return undefined;
  const isNamed = (index: number): boolean =>
    first === undefined ? index >= size - (last ?? 0) : index >= first && index <= (last ?? size);
  const bytes = Array.from({ length: size }, (_, index) => index).filter(isNamed);
  return bytes.length === 0 ? 'outside' : { first: bytes[0], last: bytes.at(-1) };
}

test('[CL36] one range of bytes is found, whatever its ends', () => {
  const end = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
  fc.assert(
    fc.property(end, end, fc.integer({ min: 0, max: 9 }), (first, last, size) => {
      const range = `bytes=${first ?? ''}-${last ?? ''}`;
      const found = findRange({ method: 'GET', headers: { range } }, '"a"', size);
      expect(found).toEqual(pickBytes(first, last, size));
    }),
  );
});

test.each([
  ['several ranges', { range: 'bytes=0-1,3-4' }, '"a"'],
  ['another unit', { range: 'runners=0-1' }, '"a"'],
  ['no range', { range: 'bytes=one-two' }, '"a"'],
  ['a body that changed', { range: 'bytes=0-1', 'if-range': '"b"' }, '"a"'],
  ['a weak tag in If-Range', { range: 'bytes=0-1', 'if-range': 'W/"a"' }, '"a"'],
  ['a date', { range: 'bytes=0-1', 'if-range': 'Sun, 22 Nov 2026 08:00:00 GMT' }, '"a"'],
  ['a body whose tag is weak', { range: 'bytes=0-1', 'if-range': 'W/"a"' }, 'W/"a"'],
])('[CL36] the whole body answers %s', (_, headers, etag) => {
  expect(findRange({ method: 'GET', headers }, etag, 10)).toBeUndefined();
});

test('no header of a stranger is more than read: whatever it holds, no parser fails', () => {
  const header = fc.string({ maxLength: 60 });
  fc.assert(
    fc.property(header, (text) => {
      expect(['br', 'gzip', 'identity']).toEqual(expect.arrayContaining([...rankEncodings(text)]));
      expect(isKnown(text, '"not in it, surely"')).toBe(text.trim() === '*');
      const range = findRange({ method: 'GET', headers: { range: text } }, '"a"', 10);
      expect(range).toBeUndefined();
    }),
  );
});

test('a header as long as node lets in is read at once', () => {
  const long = 16_000;
  expect(rankEncodings('br;'.repeat(long / 3))).toContain('br');
  expect(isKnown('"a",'.repeat(long / 4), '"b"')).toBe(false);
  expect(isKnown(`${' \t,'.repeat(long / 3)}"`, '"b"')).toBe(false);
  const range = `bytes=${' '.repeat(long)}x`;
  expect(findRange({ method: 'GET', headers: { range } }, '"a"', 10)).toBeUndefined();
});
