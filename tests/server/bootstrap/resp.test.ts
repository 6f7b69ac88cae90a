import { expect, test } from 'vitest';

import { parseReply } from '#server/bootstrap/redis/resp.mjs';

const REPLIES: readonly [string, string, unknown][] = [
  ['a simple string', '+PONG\r\n', 'PONG'],
  ['a number', ':-42\r\n', -42],
  ['text with a line break', '$4\r\na\r\nb\r\n', 'a\r\nb'],
  ['text counted in bytes', '$5\r\ntŷ b\r\n', 'tŷ b'],
  ['nothing', '$-1\r\n', null],
  ['a list', '*3\r\n$3\r\ndir\r\n$0\r\n\r\n*1\r\n:1\r\n', ['dir', '', [1]]],
];

test.for(REPLIES)(
  'a reply that comes in pieces is read when it is whole: %s',
  ([, text, value]) => {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(parseReply(bytes.subarray(0, length), 0)).toBeUndefined();
    }
    expect(parseReply(Buffer.concat([bytes, Buffer.from('+next')]), 0)).toEqual({
      value,
      end: bytes.length,
    });
  },
);

test('an error reply is told from text', () => {
  const parsed = parseReply(Buffer.from('-LOADING the data\r\n'), 0);
  expect(parsed?.value).toBeInstanceOf(Error);
  expect(parsed?.value).toMatchObject({ message: 'LOADING the data' });
});

test('what is no Redis is found out', () => {
  expect(() => parseReply(Buffer.from('HTTP/1.1 400 Bad Request\r\n'), 0)).toThrow('not a Redis');
});
