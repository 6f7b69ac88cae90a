import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket as Stream } from 'node:net';

import { Server, type Socket } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';

import { broadcast, isClear } from '#server/web/sockets/broadcast.ts';
import { type Connection } from '#server/web/sockets/connection.ts';
import { joinByHand } from '#tests/support/deaf-viewer.ts';
import { eventually } from '#tests/support/eventually.ts';
import { connectViewer } from '#tests/support/viewer.ts';
import { listenInTest } from '#tests/support/listen.ts';

/** A message of this length in bytes, with characters of two and four bytes. */
function fill(bytes: number): { readonly text: string } {
  const empty = Buffer.byteLength(`42["config",${JSON.stringify({ text: 'ŷ🏔' })}]`);
  return { text: `ŷ🏔${'x'.repeat(Math.max(0, bytes - empty))}` };
}

/** Either side of each length at which a frame's header grows, and well past the last. */
const SIZES = [60, 125, 126, 127, 65_535, 65_536, 65_537, 200_000];

/** The socket library of the product behind nothing but a broadcast. */
async function openBench() {
  const http = createServer();
  const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false });
  onTestFinished(() => io.close());
  /** In the order of connecting. */
  const connections: Connection[] = [];
  io.on('connection', (socket: Socket) => {
    connections.push(socket.conn);
    socket.emit('hello', {});
  });
  const port = await listenInTest(http);
  return { port, url: `http://127.0.0.1:${port}`, io, connections };
}

type Bench = Awaited<ReturnType<typeof openBench>>;

function send({ io }: Bench, body: unknown): void {
  broadcast(io, 'config', body as Parameters<typeof broadcast<'config'>>[2]);
}

/** The first connection, once no message waits for it. */
async function findIdle({ connections }: Bench): Promise<Connection> {
  const [connection = expect.fail()] = connections;
  await eventually(() => expect(isClear(connection)).toBe(true));
  return connection;
}

/** The next `count` bytes. */
async function readBytes(stream: Stream, count: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let read = 0;
  while (read < count) {
    const [piece] = (await once(stream, 'data')) as [Buffer];
    pieces.push(piece);
    read += piece.length;
  }
  return Buffer.concat(pieces);
}

test('[PR12] a frame that is written past the library has the bytes of one that it sends itself', async () => {
  const bench = await openBench();
  const viewer = await joinByHand(bench.port);
  await findIdle(bench);
  for (const size of SIZES) {
    const body = fill(size);
    bench.io.emit('config', body);
    const length = size + (size < 126 ? 2 : size < 65_536 ? 4 : 10);
    const theirs = await readBytes(viewer, length);
    expect(theirs).toHaveLength(length);
    await findIdle(bench);
    send(bench, body);
    expect(theirs.equals(await readBytes(viewer, length))).toBe(true);
  }
});

test('[PR12] a connection for which anything waits anywhere is left to the library', async () => {
  const bench = await openBench();
  await connectViewer(bench.url);
  const connection = await findIdle(bench);
  // In the library, until the system has taken the message.
  connection.write('2["config",{}]');
  expect(isClear(connection)).toBe(false);
  await findIdle(bench);
  // In the stream.
  const { transport } = connection as unknown as { transport: { socket: { _socket: Stream } } };
  const stream = transport.socket._socket;
  stream.cork();
  stream.write(Buffer.from([0x81, 1, 0x36]));
  expect(isClear(connection)).toBe(false);
  stream.uncork();
  await findIdle(bench);
  connection.close();
  expect(isClear(connection)).toBe(false);
});
