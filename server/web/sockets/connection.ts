import { Socket as Stream } from 'node:net';

import type { Server, Socket } from 'socket.io';

import { countQueuedBytes, DirectWriter, findHandle, type Handle } from './direct-writer.ts';

/*
 * Everything that reaches below the public surface of Socket.IO. What is relied on is held by
 * tests/server/realtime/broadcast-contract.test.ts; where a newer version is of another shape,
 * `FrameWriter.open` finds nothing, and everybody is served by the library itself.
 */

/** The connection under one or several sockets of the library. */
export type Connection = Socket['conn'];

/** The websocket under a connection. */
export interface Wire {
  /** Given to the system, which has not taken it. */
  readonly bufferedAmount: number;
  terminate(): void;
  on(event: 'ping' | 'pong', listener: () => void): unknown;
}

/** What is known of a connection by its shape alone: the library does not name it. */
interface Inside {
  readonly writeBuffer: readonly { readonly data?: string }[];
  readonly transport: { readonly socket: Wire };
}

/** Encodes and frames; it holds back only what it compresses. */
interface Sender {
  readonly _state?: number;
  readonly _extensions?: Readonly<Record<string, unknown>>;
}
interface Websocket {
  readonly readyState?: number;
  readonly _socket?: unknown;
  readonly _sender?: Sender;
}
interface Transport {
  readonly writable?: boolean;
  readonly socket?: Websocket;
}
/** The parts through which a message passes on its way, as far as a new version still has them. */
interface Path {
  readonly writeBuffer?: readonly unknown[];
  readonly transport?: Transport;
}

/** What a message takes beside its text, so that many small ones count too. */
const MESSAGE_BYTES = 200;
/** How long a connection may take to read why it is closed. */
const FLUSH_MS = 5_000;
/** What a websocket says of itself when it is open (RFC 6455), and its sender when it does nothing. */
const WEBSOCKET_OPEN = 1;
const SENDER_IDLE = 0;

const writer = new DirectWriter();

/** Every connection there is, whichever namespaces it has joined. */
export function listConnections({ engine }: Server): readonly Connection[] {
  const { clients } = engine as unknown as { clients: Readonly<Record<string, Connection>> };
  return Object.values(clients);
}

export function getWire(connection: Connection): Wire {
  return (connection as unknown as Inside).transport.socket;
}

/**
 * The way past the library to the stream of a connection. Its parts are looked up once: to find
 * them anew for each message would cost a tenth of what writing it does.
 */
export class FrameWriter {
  readonly #connection: Path;
  readonly #transport: Transport;
  readonly #websocket: Websocket;
  readonly #stream: Stream;
  readonly #handle: Handle | undefined;

  private constructor(
    connection: Path,
    transport: Transport,
    websocket: Websocket,
    stream: Stream,
  ) {
    this.#connection = connection;
    this.#transport = transport;
    this.#websocket = websocket;
    this.#stream = stream;
    this.#handle = findHandle(stream);
  }

  /**
   * Undefined for a connection that compresses or is of another shape than expected. Without
   * compression its sender never holds anything back, and its transport is never another one.
   */
  static open(connection: Connection): FrameWriter | undefined {
    const path = connection as unknown as Path;
    const { transport, writeBuffer } = path;
    const websocket = transport?.socket;
    const sender = websocket?._sender;
    const stream = websocket?._socket;
    if (!Array.isArray(writeBuffer) || typeof transport?.writable !== 'boolean') return undefined;
    if (sender?._state !== SENDER_IDLE || !sender._extensions) return undefined;
    if (Object.keys(sender._extensions).length > 0 || !(stream instanceof Stream)) return undefined;
    return websocket && new FrameWriter(path, transport, websocket, stream);
  }

  /** Whether nothing waits anywhere, so that what is written now comes after all that was sent before. */
  get isClear(): boolean {
    return (
      this.#connection.writeBuffer?.length === 0 &&
      this.#transport.writable === true &&
      this.#websocket.readyState === WEBSOCKET_OPEN &&
      this.#stream.writableLength === 0 &&
      (!this.#handle || this.#handle.writeQueueSize === 0)
    );
  }

  write(frame: Buffer): void {
    const handle = this.#handle;
    if (handle) writer.write(this.#stream, handle, frame);
    else this.#stream.write(frame);
  }
}

/** Frames an event of namespace `/` as the library does: one text frame, unmasked (RFC 6455 5.2). */
export function frameEvent(event: string, body: unknown): Buffer {
  // Engine.IO's `message`, then Socket.IO's `event`.
  const text = `42${JSON.stringify([event, body])}`;
  const length = Buffer.byteLength(text);
  const header = frameHeader(length);
  const frame = Buffer.allocUnsafe(header.length + length);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

/** The last frame of a text message, and its length in as few bytes as it takes. */
function frameHeader(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length]);
  const isShort = length < 65_536;
  const header = Buffer.alloc(isShort ? 4 : 10);
  header.set([0x81, isShort ? 126 : 127]);
  if (isShort) header.writeUInt16BE(length, 2);
  else header.writeUInt32BE(length, 6);
  return header;
}

/**
 * Lets go of the request that opened a connection, a tenth of what a viewer takes in memory.
 * The library asks for nothing of it that is needed later, and takes its absence.
 */
export function dropRequest(connection: Connection): void {
  Object.assign(connection, { request: undefined });
}

/** The bytes that were sent to a connection and that its other end has not taken. */
export function countWaitingBytes(connection: Connection): number {
  const { writeBuffer } = connection as unknown as Inside;
  const wire = getWire(connection);
  const { _socket: stream } = wire as Websocket;
  const queued = stream instanceof Stream ? countQueuedBytes(stream) : 0;
  // What the stream knows of is counted in both.
  let bytes = Math.max(wire.bufferedAmount, queued);
  for (const { data } of writeBuffer) bytes += MESSAGE_BYTES + (data?.length ?? 0);
  return bytes;
}

/**
 * Breaks a connection off: nothing more of it is looked at, and what waits for
 * it is let go. Closing it would wait for who does not read. A page comes back
 * by itself.
 */
export function breakOff(connection: Connection): void {
  const wire = getWire(connection);
  connection.close(true);
  wire.terminate();
}

/** Closes a connection when what was written to it is sent, at the latest a moment later. */
export function closeAfterFlush(connection: Connection): void {
  const wire = getWire(connection);
  // The library sends a refusal in its next turn, and to an open connection alone.
  setImmediate(() => connection.close());
  setTimeout(() => wire.terminate(), FLUSH_MS).unref();
}
