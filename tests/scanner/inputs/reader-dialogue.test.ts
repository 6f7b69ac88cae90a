import { expect, test } from 'vitest';

import { ENCODINGS } from '#tests/support/simulated-readers/encodings.ts';
import { eventually } from '#tests/support/eventually.ts';

import { at } from '../test-clock.ts';
import { startDialogue, untilClosed } from './dialogue-fixture.ts';

const timeMs = at('2026-06-20T10:32:05.120Z');

function event(band: number): string {
  return ENCODINGS.impinj[0]({ band, timeMs, wall: '' }).trim();
}

const BODY = `[${event(104)},\n${event(105)}]`;

function post(port: number, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
}

function request(body: string): string {
  return `POST /reads HTTP/1.1\r\nHost: scanner\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Keeps pieces from the journal until they are released. */
function holdPieces() {
  const pieces: (() => void)[] = [];
  const take = async (now: () => Promise<void>): Promise<void> => {
    await new Promise<void>((resolve) => pieces.push(resolve));
    await now();
  };
  return { pieces, take };
}

test.each([
  [
    'a frame of MYLAPS',
    'Finish@Store@LZ6302115:37:40.704 5 0F  1000125030862@17@$',
    /^Splitcast@AckStore@17@\$$/,
  ],
  ['a post', request(event(104)), /^HTTP\/1\.1 200 .*\{"reads":1,"bad":0\}/s],
])(
  '[SN34 SN38] %s is answered once its reads are in the journal, and never if that refuses',
  async (_name, sent, answer) => {
    const { pieces, take } = holdPieces();
    const { journal, run, connect } = await startDialogue({ take });
    const reader = await connect();
    reader.socket.write(sent);
    await eventually(() => expect(pieces).toHaveLength(1));
    expect(reader.heard).toBe('');
    await eventually(() => {
      for (const release of pieces) release();
      expect(reader.heard).toMatch(answer);
    });
    expect(journal.lastSeq).toBe(1);

    await journal.close();
    const unlucky = await connect();
    unlucky.socket.write(sent);
    await Promise.all([
      expect(run).rejects.toThrow('file closed'),
      eventually(() => {
        for (const release of pieces) release();
        expect(unlucky.socket.closed).toBe(true);
      }),
    ]);
    expect(unlucky.heard).toBe('');
  },
);

test('[SN34] a reader that takes none of its answers is disconnected before they fill the memory', async () => {
  const { said, connect } = await startDialogue();
  const { socket } = await connect();
  socket.pause();
  const pings = 'Finish@Ping@$'.repeat(5_000);
  const flood = (): void => {
    while (!socket.destroyed && socket.write(pings));
  };
  socket.on('drain', flood);
  flood();
  await eventually(() => expect(said.join('\n')).toMatch(/left: it does not take its answers/));
  socket.resume();
  await untilClosed(socket);
});

test('[SN38] wherever requests are cut into packets, their reads are the same', async () => {
  const { journal, connect } = await startDialogue();
  const text = request(event(104)) + request(`${event(107)}\n${event(108)}`);
  let expected = 0;
  for (const size of [1, 6, 40, text.length]) {
    const reader = await connect();
    reader.socket.setNoDelay(true);
    for (let from = 0; from < text.length; from += size) {
      const piece = text.slice(from, from + size);
      await new Promise((resolve) => void reader.socket.write(piece, resolve));
    }
    expected += 3;
    await eventually(() => expect(reader.heard).toMatch(/"reads":1,"bad":0[^]*"reads":2,"bad":0/));
    expect(journal.lastSeq).toBe(expected);
  }
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
  header.socket.write(`POST / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
  await untilClosed(header.socket);
  expect(journal.lastSeq).toBe(seq);
  expect(said.join('\n')).toContain('has no EPC');
});

test('[SN38] endless posts without waiting for answers are cut off, unanswered', async () => {
  const { pieces, take } = holdPieces();
  const { said, connect } = await startDialogue({ take });
  const flood = await connect();
  flood.socket.write(request(event(104)).repeat(5_000));
  await untilClosed(flood.socket);
  expect(flood.heard).toBe('');
  expect(pieces.length).toBeLessThanOrEqual(64);
  await eventually(() => {
    for (const release of pieces) release();
    expect(said.join('\n')).toContain('it waits for no answer');
  });
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
