import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ENCODINGS } from '#tests/support/simulated-readers/encodings.ts';
import { eventually } from '#tests/support/eventually.ts';

import { at } from '../test-clock.ts';
import { startDialogue } from './dialogue-fixture.ts';

const timeMs = at('2026-06-20T10:32:05.120Z');

function event(band: number): string {
  return ENCODINGS.impinj[0]({ band, timeMs, wall: '' }).trim();
}

const BODY = `[${event(104)},\n${event(105)}]`;

function post(port: number, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
}

function request(body: string, more = ''): string {
  return `POST /reads HTTP/1.1\r\nHost: scanner\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

test('[SN38] events that are posted are answered 200 when they are in the journal, and not before', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const { journal, connect } = await startDialogue({
    take: async (take) => {
      waiting += 1;
      await held;
      await take();
    },
  });
  const reader = await connect();
  reader.socket.write(request(BODY));
  await eventually(() => expect(waiting).toBeGreaterThan(0));
  expect(reader.heard).toBe('');
  release?.();
  await eventually(() => expect(reader.heard).toMatch(/^HTTP\/1\.1 200 .*\{"reads":2,"bad":0\}/s));
  expect(journal.lastSeq).toBe(2);
  expect(readFileSync(journal.path, 'utf8')).toContain('"104"');
  // The same connection brings the next ones.
  reader.socket.write(request(event(106)) + request(`${event(107)}\n${event(108)}`));
  await eventually(() => expect(journal.lastSeq).toBe(5));
  await eventually(() => expect(reader.heard.match(/HTTP\/1\.1 200/g)).toHaveLength(3));
});

test('[SN38] wherever a request is cut into packets, its reads are the same', async () => {
  const { journal, connect } = await startDialogue();
  const text = request(event(104));
  let expected = 0;
  for (const size of [1, 2, 5, 6, 7, 40, text.length - 1]) {
    const reader = await connect();
    reader.socket.setNoDelay(true);
    for (let from = 0; from < text.length; from += size) {
      const piece = text.slice(from, from + size);
      await new Promise((resolve) => void reader.socket.write(piece, resolve));
    }
    expected += 1;
    await eventually(() => expect(reader.heard).toContain('{"reads":1,"bad":0}'));
    expect(journal.lastSeq).toBe(expected);
  }
});

test('[SN38] a journal that refuses: posts are never answered', async () => {
  const { journal, run, connect } = await startDialogue({
    take: async (take) => {
      await journal.close();
      await take();
    },
  });
  const reader = await connect();
  const isClosed = new Promise((resolve) => void reader.socket.once('close', resolve));
  reader.socket.write(request(BODY));
  await expect(run).rejects.toThrow('file closed');
  await isClosed;
  expect(reader.heard).toBe('');
});

test('[SN38] an invalid request is refused with the reason, and bad lines do not come again', async () => {
  const { journal, said, port, connect } = await startDialogue();
  const torn = await post(port, BODY.slice(0, -9));
  expect([torn.status, await torn.text()]).toEqual([
    400,
    '{"error":"The request is incomplete: post it again."}\n',
  ]);
  const unknown = await post(port, `[${event(104).replace('00000104', '')}]`);
  expect([unknown.status, await unknown.json()]).toEqual([200, { reads: 0, bad: 1 }]);
  const page = await post(port, BODY, { origin: 'https://elsewhere.example' });
  expect(page.status).toBe(403);
  const asked = await fetch(`http://127.0.0.1:${port}/`);
  expect(asked.status).toBe(405);
  const seq = journal.lastSeq;
  // An endless one is refused at the bound, chunked or not.
  const flood = await connect();
  flood.socket.write('POST / HTTP/1.1\r\nHost: scanner\r\nTransfer-Encoding: chunked\r\n\r\n');
  // Nothing more: unread input would break the connection before the answer arrives.
  for (let i = 0; i < 16; i += 1) flood.socket.write(`10000\r\n${'\n'.repeat(65_536)}\r\n`);
  flood.socket.write('1\r\n\n\r\n');
  await eventually(() => expect(flood.heard).toContain('HTTP/1.1 413'));
  const header = await connect();
  const isClosed = new Promise((resolve) => void header.socket.once('close', resolve));
  header.socket.write(`POST / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
  await isClosed;
  expect(journal.lastSeq).toBe(seq);
  expect(said.join('\n')).toContain('has no EPC');
});

test('[SN38] endless posts without waiting for answers are cut off, unanswered', async () => {
  let waiting = 0;
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { said, connect } = await startDialogue({
    take: async (take) => {
      waiting += 1;
      await held;
      await take();
    },
  });
  const flood = await connect();
  const isClosed = new Promise((resolve) => void flood.socket.once('close', resolve));
  flood.socket.write(request(event(104)).repeat(5_000));
  await isClosed;
  expect(flood.heard).toBe('');
  expect(waiting).toBeLessThanOrEqual(64);
  release?.();
  await eventually(() => expect(said.join('\n')).toContain('it waits for no answer'));
});

function record(band: string): object {
  return { ID: 7, Passing: { Transponder: band, UTCTime: '2026-06-20T10:32:05.12Z' } };
}

test('[SN38 SN27] raceresult: records one by one or in a list', async () => {
  const { journal, port } = await startDialogue();
  for (const body of [record('104'), [record('105'), record('106')]]) {
    expect((await post(port, JSON.stringify(body))).status).toBe(200);
  }
  expect(journal.lastSeq).toBe(3);
});

test('[SN23] lines and frames of readers, even those that begin like a request, are not taken for one', async () => {
  const { journal, connect } = await startDialogue();
  const reader = await connect();
  for (const piece of ['POST', ' 1@Ping@$', 'POST 1@Pong@$']) reader.socket.write(piece);
  await eventually(() => expect(reader.heard).toContain('Splitcast@AckPing@$'));
  const lines = await connect();
  lines.socket.write('1');
  lines.socket.write('04,2026-06-20T09:00:00Z\n');
  await eventually(() => expect(journal.lastSeq).toBe(1));
});
