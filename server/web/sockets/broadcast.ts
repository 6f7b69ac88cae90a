import type { Server } from 'socket.io';

import type { PublicServerEvents } from '#shared/wire/socket-events.ts';

import { type Connection, getInternals } from './connection.ts';

/** The only argument of an event that is sent to all viewers. */
type Body<Event extends keyof PublicServerEvents> = Parameters<PublicServerEvents[Event]>[0];

/** The state of an open websocket (RFC 6455). */
const WEBSOCKET_OPEN = 1;

/** Whether no message waits anywhere, so that a frame passed now follows all earlier ones. */
export function isClear(connection: Connection): boolean {
  const { transport, writeBuffer } = getInternals(connection);
  return (
    writeBuffer.length === 0 &&
    transport.writable &&
    transport.socket.readyState === WEBSOCKET_OPEN &&
    transport.socket.bufferedAmount === 0
  );
}

/** Passes a frame to the websocket of a connection, unless messages wait for it. */
function passFrame(connection: Connection, frame: readonly Buffer[]): boolean {
  const sender = getInternals(connection).transport.socket._sender;
  if (!sender?.sendFrame || !isClear(connection)) return false;
  sender.sendFrame(frame);
  return true;
}

/**
 * Sends to all viewers of namespace `/`. A message is encoded and framed once, and the same bytes are passed to each
 * websocket without waiting messages. Other viewers get it through the library, after those. The internals of the
 * library on which this relies are checked by `tests/server/web/sockets/broadcast-contract.test.ts`.
 */
export function broadcast<Event extends keyof PublicServerEvents>(
  io: Server,
  event: Event,
  body: Body<Event>,
): void {
  const frame = [frameEvent(event, body)];
  const waiting: string[] = [];
  for (const { id, conn } of io.of('/').sockets.values()) {
    if (!passFrame(conn, frame)) waiting.push(id);
  }
  if (waiting.length > 0) io.to(waiting).emit(event, body);
}

/** Frames an event of namespace `/` as the library does: one text frame, unmasked (RFC 6455 5.2). */
function frameEvent(event: string, body: unknown): Buffer {
  // Engine.IO's `message`, then Socket.IO's `event`.
  const text = `42${JSON.stringify([event, body])}`;
  const length = Buffer.byteLength(text);
  const header = frameHeader(length);
  const frame = Buffer.allocUnsafe(header.length + length);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

/** The header of the final frame of a text message, with its length in as few bytes as possible. */
function frameHeader(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length]);
  const isShort = length < 65_536;
  const header = Buffer.alloc(isShort ? 4 : 10);
  header.set([0x81, isShort ? 126 : 127]);
  if (isShort) header.writeUInt16BE(length, 2);
  else header.writeUInt32BE(length, 6);
  return header;
}
