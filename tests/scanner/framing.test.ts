import { expect, test } from 'vitest';

import { createSplitter, LONGEST_FRAME_BYTES } from '#server/scanner/framing.ts';
import type { Framing } from '#server/scanner/formats/line-format.ts';

/** The frames of a text given in pieces of `size`, without the rest at the end. */
function cut(framing: Framing, text: string, size: number): (string | undefined)[] {
  const splitter = createSplitter(framing);
  const bytes = Buffer.from(text);
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    texts.push(...splitter.push(bytes.subarray(at, at + size)).map((line) => line.text));
  }
  return texts;
}

test.each<[string, Framing, string, (string | undefined)[]]>([
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
  ['an object cut in a name', 'objects', '{"a{"b":2}', ['{"a', '{"b":2}']],
  ['an object cut before a value', 'objects', '{"a":\n{"b":2}', ['{"a":', '{"b":2}']],
  ['an object cut after a value', 'objects', '{"a":1,{"b":2}', ['{"a":1,', '{"b":2}']],
  ['junk between', 'objects', 'x\n{"a":1}y{"b":2}', ['x', '{"a":1}', 'y', '{"b":2}']],
  ['nesting past all readers', 'objects', `${'{"a":'.repeat(9)}{"b":2}`, ['{"a":', '{"a":']],
  ['guessed frames', 'guess', '\r\n\0Mat@Pong@$Mat@Ping@$', ['\r\n\0Mat@Pong@', 'Mat@Ping@']],
  ['a guessed list', 'guess', ' [{"a":1},{"b":2}]', ['{"a":1}', '{"b":2}']],
  ['guessed lines', 'guess', '104\n$ 5\n', ['104', '$ 5']],
  ['a price is no frame', 'guess', 'entry 5$\n104\n', ['entry 5$', '104']],
])('[SN3] %s: the same at every split', (_name, framing, text, expected) => {
  for (let size = 1; size <= Buffer.byteLength(text); size += 1) {
    expect(cut(framing, text, size)).toEqual(expected);
  }
});

test.each<Framing>(['lines', 'dollars', 'objects', 'guess'])(
  '[SN3] %s: what never ends keeps no more in memory than one frame, also byte by byte',
  (framing) => {
    const splitter = createSplitter(framing);
    const text = framing === 'objects' ? '{"a":"' : 'x@Store@';
    for (let count = 0; count < 3; count += 1) splitter.push(Buffer.alloc(1024 * 1024, text));
    const byte = Buffer.from('x');
    for (let count = 0; count <= splitter.longestBytes; count += 1) splitter.push(byte);
    expect(splitter.longestBytes).toBeLessThanOrEqual(LONGEST_FRAME_BYTES);
    // The remainder at the end is all it kept; of a frame that was too long nothing.
    const kept = Buffer.byteLength(splitter.end()?.text ?? '');
    expect(kept).toBeLessThanOrEqual(splitter.longestBytes);
  },
);

test('[SN3] a frame that is too long is one bad frame, and the next is whole', () => {
  const long = 'x'.repeat(LONGEST_FRAME_BYTES + 1);
  expect(cut('dollars', `${long}$Mat@Ping@$`, 10_000)).toEqual([undefined, 'Mat@Ping@']);
  const texts = cut('objects', `{"a":"${'x'.repeat(20_000)}"}\n{"b":2}`, 1_000);
  expect(texts.at(-1)).toBe('{"b":2}');
  expect(texts.length).toBeLessThan(5);
});
