import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  type Line,
  LONGEST_FRAME_BYTES,
  LONGEST_LINE_BYTES,
  Splitter,
} from '#server/scanner/framing.ts';
import type { Framing } from '#server/scanner/formats/line-format.ts';

/** All lines of `input` in pieces of `size`, with the rest at its end. */
function split(framing: Framing, input: Uint8Array | string, size: number): Line[] {
  const splitter = new Splitter(framing);
  const bytes = Buffer.from(input);
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    lines.push(...splitter.push(bytes.subarray(at, at + size)));
  }
  const last = splitter.end();
  return last ? [...lines, last] : lines;
}

function textsOf(lines: readonly Line[]): (string | undefined)[] {
  return lines.map(({ text }) => text);
}

test.each<[string, Framing, string, string[]]>([
  ['LF, CRLF and CR', 'lines', 'a\nb\r\nc\rd', ['a', 'b', 'c', 'd']],
  ['blank lines', 'lines', 'a\n\n\r\n\n\rb\n\rc\n', ['a', '', '', '', '', 'b', '', 'c']],
  ['a byte order mark', 'lines', '\uFEFFa\0\n\uFEFFb', ['a\0', '\uFEFFb']],
  ['frames', 'dollars', 'a@b@$\r\nc@d$$', ['a@b@', '\r\nc@d', '']],
  ['objects, one a line', 'objects', '{"a":1}\n{"b":{"c":2}}\r\n', ['{"a":1}', '{"b":{"c":2}}']],
  ['a list', 'objects', '[{"a":1},\n {"b":"}]"}]\n', ['{"a":1}', '{"b":"}]"}']],
  [
    'a list over lines',
    'objects',
    '[\n {\n "a": 1,\n "ŵ": "\\"{" }\n]',
    ['{\n "a": 1,\n "ŵ": "\\"{" }'],
  ],
  [
    'a stream of events',
    'objects',
    'data: {"a":1}\n\ndata: {"b":2}\n',
    ['data: ', '{"a":1}', 'data: ', '{"b":2}'],
  ],
  ['an object cut in a text', 'objects', '{"a":"x\n{"b":2}', ['{"a":"x', '{"b":2}']],
  ['an object cut before a value', 'objects', '{"a":\n{"b":2}', ['{"a":', '{"b":2}']],
  ['an object cut after a value', 'objects', '{"a":1,{"b":2}', ['{"a":1,', '{"b":2}']],
  [
    'an object cut within another',
    'objects',
    '{"a":{"b":2}\n{"c":3}',
    ['{"a":', '{"b":2}', '{"c":3}'],
  ],
  ['junk between', 'objects', 'x\n{"a":1}y{"b":2}', ['x', '{"a":1}', 'y', '{"b":2}']],
  ['guessed frames', 'guess', '\r\n\0Mat@Pong@$Mat@Ping@$', ['\r\n\0Mat@Pong@', 'Mat@Ping@']],
  ['a guessed list', 'guess', ' [{"a":1},{"b":2}]', ['{"a":1}', '{"b":2}']],
  ['guessed lines', 'guess', '104\n$ 5\n', ['104', '$ 5']],
  ['a price, which is no frame', 'guess', 'entry 5$\n104\n', ['entry 5$', '104']],
])('[SN3] %s: the same at every split, and numbered', (_name, framing, text, expected) => {
  const lines = expected.map((text, index) => ({ number: index + 1, text }));
  for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
    expect(split(framing, text, size)).toEqual(lines);
  }
});

test('[SN3] an object nested deeper than any reader sends is junk', () => {
  const lines = split('objects', `${'{"a":'.repeat(9)}{"b":2}`, 5);
  expect(textsOf(lines.slice(0, 2))).toEqual(['{"a":', '{"a":']);
});

test('[SN3] blanks without end before a value are read once, not again with each piece', () => {
  const lines = split('objects', `{"a":${' '.repeat(100_000)}\n{"b":2}`, 10);
  expect(textsOf(lines)).toContain('{"b":2}');
});

test('[SN3] a line is complete with its CR, before an LF can follow', () => {
  const splitter = new Splitter('lines');
  expect(splitter.push(Buffer.from('104\r'))).toEqual([{ number: 1, text: '104' }]);
  expect(splitter.push(Buffer.from('\n105\n'))).toEqual([{ number: 2, text: '105' }]);
});

test('[SN3] bytes that are not UTF-8 become U+FFFD and spoil no other line', () => {
  const bytes = Buffer.concat([Buffer.from([0x53, 0xe2, 0x6e, 0x0a]), Buffer.from('104\n')]);
  expect(textsOf(split('lines', bytes, 1))).toEqual(['S\uFFFDn', '104']);
});

test.each<Framing>(['lines', 'dollars', 'objects', 'guess'])(
  '[SN3] %s: input without an end keeps no more in memory than one frame, also in small pieces',
  (framing) => {
    const splitter = new Splitter(framing);
    const text = framing === 'objects' ? '{"a":"' : 'x@Store@';
    for (let count = 0; count < 3; count += 1) splitter.push(Buffer.alloc(1024 * 1024, text));
    const piece = Buffer.alloc(61, 'x');
    for (let bytes = 0; bytes <= splitter.longestBytes; bytes += 61) splitter.push(piece);
    expect(splitter.longestBytes).toBeLessThanOrEqual(LONGEST_FRAME_BYTES);
    // The remainder at the end is all it kept; nothing of a frame that was too long.
    const kept = Buffer.byteLength(splitter.end()?.text ?? '');
    expect(kept).toBeLessThanOrEqual(splitter.longestBytes);
  },
);

test('[SN3] a line or frame that is too long has no text, and the next is whole', () => {
  const line = '9'.repeat(LONGEST_LINE_BYTES);
  expect(textsOf(split('lines', `${line}9\n104\n${line}`, 1_000))).toEqual([
    undefined,
    '104',
    line,
  ]);
  const frame = 'x'.repeat(LONGEST_FRAME_BYTES + 1);
  const frames = split('dollars', `${frame}$Mat@Ping@$`, 10_000);
  expect(textsOf(frames)).toEqual([undefined, 'Mat@Ping@']);
  const objects = textsOf(split('objects', `{"a":"${'x'.repeat(20_000)}"}\n{"b":2}`, 1_000));
  expect(objects.at(-1)).toBe('{"b":2}');
  expect(objects.length).toBeLessThan(5);
});

test('[SN3] the lines never depend on where the pieces end', () => {
  const piece = fc.oneof(
    fc.constantFrom('\n', '\r', '\r\n', '\0', '\uFEFF', '104,11:32:05', 'Siân ŵ 🏃'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const pieces = fc.array(piece, { maxLength: 20 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 9 }), (parts, size) => {
      const text = parts.join('');
      expect(split('lines', text, size)).toEqual(split('lines', text, text.length * 4 + 1));
    }),
  );
});
