import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { rankEncodings } from '#server/web/cached-body.ts';
import { isKnown } from '#server/web/send-body.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['*;q=0', undefined],
])('[CL4] Accept-Encoding: %s is best answered with %s', (header, encoding) =>
  expect(rankEncodings(header)[0]).toBe(encoding),
);

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"b" , W/"c","a"', 'W/"a"', true],
  ['"b", "aa"', '"a"', false],
  [undefined, '"a"', false],
])('[CL4] %s in If-None-Match has %s: %s', (header, etag, known) =>
  expect(isKnown(header, etag)).toBe(known),
);

test('no header of a stranger makes a parser fail', () => {
  const header = fc.string({ maxLength: 60 });
  fc.assert(
    fc.property(header, (text) => {
      expect(['br', 'gzip', 'identity']).toEqual(expect.arrayContaining([...rankEncodings(text)]));
      expect(isKnown(text, '"not in it, surely"')).toBe(text === '*');
    }),
  );
});

test('a header as long as node lets in is read at once', () => {
  const long = 16_000;
  expect(rankEncodings('br;'.repeat(long / 3))).toContain('br');
  expect(isKnown('"a",'.repeat(long / 4), '"b"')).toBe(false);
});
