import { expect, test } from 'vitest';

import { provideFileRedis } from '#tests/support/file-redis.ts';
import { writeRaw } from '#tests/support/raw-http.ts';
import { startWeb } from '#tests/support/start-web.ts';

const { openRace } = provideFileRedis();

/** As curl and Java offer it. */
const HTTP2 = [
  'Connection: Upgrade, HTTP2-Settings',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
];
const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

function write(line: string, headers: readonly string[], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: ras', ...headers, '', body].join('\r\n');
}

/** A login that is refused, so that the answer shows that its body was read. */
const LOGIN = JSON.stringify({ email: 'nobody@example.org', password: 'wrong' });
const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = `${LOGIN.length.toString(16)}\r\n${LOGIN}\r\n0\r\n\r\n`;

test.each<[string, string, RegExp]>([
  ['HTTP/2 at GET', write('GET /config', HTTP2), /^HTTP\/1\.1 200 [^]*"pageTitle"/],
  [
    'HTTP/2 at POST in chunks',
    write('POST /auth/login', [...HTTP2, JSON_TYPE, 'Transfer-Encoding: chunked'], CHUNKED),
    /^HTTP\/1\.1 401 [^]*"The e-mail address or the password/,
  ],
  ['HTTP/2 at the sockets', write('GET /socket.io/', HTTP2), /^HTTP\/1\.1 400 /],
  ['a websocket elsewhere', write('GET /config', WEBSOCKET), /^HTTP\/1\.1 200 [^]*"pageTitle"/],
  ['a tunnel', write('CONNECT ras:80', []), /^HTTP\/1\.1 404 [^]*"error"/],
])('[PR5] an ignored offer gets the ordinary answer: %s', async (_name, request, answer) => {
  const { port } = await startWeb(await openRace());
  // The answer ends the connection, since the request behind it is dropped.
  const read = await writeRaw(port, request + write('GET /config', []));
  expect(read).toMatch(answer);
  expect(read).toContain('\r\nConnection: close\r\n');
  expect(read.match(/^HTTP/gm)).toHaveLength(1);
});
