import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rankEncodings } from '#server/web/accepted.ts';
import { findRange, isKnown } from '#server/web/send-body.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['*;q=0', undefined],
])('[CL38] Accept-Encoding: %s is best answered with %s', (header, encoding) =>
  expect(rankEncodings(header)[0]).toBe(encoding),
);

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"b" , W/"c","a"', 'W/"a"', true],
  ['*', '"a"', true],
  ['"b", "aa"', '"a"', false],
  [undefined, '"a"', false],
])('[CL38] who names %s in If-None-Match has %s: %s', (header, etag, known) =>
  expect(isKnown(header, etag)).toBe(known),
);

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
])('[CL36] the whole body answers %s', (_, headers, etag) =>
  expect(findRange({ method: 'GET', headers }, etag, 10)).toBeUndefined(),
);

test('no header of a stranger is more than read: whatever it holds, no parser fails', () => {
  const header = fc.string({ maxLength: 60 });
  fc.assert(
    fc.property(header, (text) => {
      expect(['br', 'gzip', 'identity']).toEqual(expect.arrayContaining([...rankEncodings(text)]));
      expect(isKnown(text, '"not in it, surely"')).toBe(text === '*');
      const range = findRange({ method: 'GET', headers: { range: text } }, '"a"', 10);
      expect(range).toBeUndefined();
    }),
  );
});

test('a header as long as node lets in is read at once', () => {
  const long = 16_000;
  expect(rankEncodings('br;'.repeat(long / 3))).toContain('br');
  expect(isKnown('"a",'.repeat(long / 4), '"b"')).toBe(false);
  const range = `bytes=${' '.repeat(long)}x`;
  expect(findRange({ method: 'GET', headers: { range } }, '"a"', 10)).toBeUndefined();
});
