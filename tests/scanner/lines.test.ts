import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Line, LineSplitter, LONGEST_LINE_BYTES } from '#server/scanner/framing.ts';

/** All lines of `bytes`, given in pieces of `size`. */
function split(bytes: Uint8Array, size: number): Line[] {
  const splitter = new LineSplitter();
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    lines.push(...splitter.push(bytes.subarray(at, at + size)));
  }
  const last = splitter.end();
  return last ? [...lines, last] : lines;
}

const texts = (input: string): (string | undefined)[] =>
  split(Buffer.from(input), 1_000).map(({ text }) => text);

test.each([
  ['LF', 'a\nb\n', ['a', 'b']],
  ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
  ['CR', 'a\rb\r', ['a', 'b']],
  ['all of them', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
  ['no end at the end', 'a\nb', ['a', 'b']],
  ['blank lines', 'a\n\n\r\n\rb\n', ['a', '', '', '', 'b']],
  ['LF and CR are two ends', 'a\n\rb', ['a', '', 'b']],
  ['nothing', '', []],
  ['a byte order mark', '\uFEFFa\n\uFEFFb', ['a', '\uFEFFb']],
  ['NUL stays', 'a\0\nb', ['a\0', 'b']],
])('[SN3] cuts lines: %s', (_name, input, expected) => expect(texts(input)).toEqual(expected));

test('[SN3] every line has its number, blank ones too', () => {
  expect(split(Buffer.from('a\r\n\r\nb\rc\n'), 1).map(({ number }) => number)).toEqual([
    1, 2, 3, 4,
  ]);
});

test('[SN3] a line is given out at its CR, before an LF can follow', () => {
  const splitter = new LineSplitter();
  expect(splitter.push(Buffer.from('104\r'))).toEqual([{ number: 1, text: '104' }]);
  expect(splitter.push(Buffer.from('\n105\n'))).toEqual([{ number: 2, text: '105' }]);
});

test('[SN3] bytes that are not UTF-8 become U+FFFD and spoil no other line', () => {
  const bytes = Buffer.concat([Buffer.from([0x53, 0xe2, 0x6e, 0x0a]), Buffer.from('104\n')]);
  expect(split(bytes, 1).map(({ text }) => text)).toEqual(['S\uFFFDn', '104']);
});

test('[SN3] a line that never ends is one line without a text, and the next is whole', () => {
  const endless = Buffer.alloc(LONGEST_LINE_BYTES * 50, '9');
  const lines = split(Buffer.concat([endless, Buffer.from('\n104\n')]), 1_000);
  expect(lines).toEqual([
    { number: 1, text: undefined },
    { number: 2, text: '104' },
  ]);
  const longest = split(Buffer.alloc(LONGEST_LINE_BYTES, '9'), 7);
  expect(longest).toEqual([{ number: 1, text: '9'.repeat(LONGEST_LINE_BYTES) }]);
});

test('[SN3] the lines never depend on where the pieces end', () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r', '\r\n', '\0', '\uFEFF', '104,11:32:05', 'Siân ŵ 🏃'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 20 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const bytes = Buffer.from(parts.join(''));
        expect(split(bytes, size)).toEqual(split(bytes, bytes.length + 1));
      },
    ),
  );
});
