import type { Server, Socket } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import type { PublicServerEvents } from '#shared/wire/socket-events.ts';

import type { Connection, Wire } from './connection.ts';

/** The only argument of an event that is sent to all viewers. */
type Body<Event extends keyof PublicServerEvents> = Parameters<PublicServerEvents[Event]>[0];

/** The part of the library that takes a frame shared by several connections. */
interface Sender {
  /** What was negotiated with the other end: compression, or nothing. */
  readonly _extensions?: Readonly<Record<string, unknown>>;
  sendFrame?: (parts: readonly Buffer[]) => void;
}
/** The stages of a message in the library, as far as a new version still has them. */
interface Path {
  readonly writeBuffer?: readonly unknown[];
  readonly transport?: {
    readonly writable?: boolean;
    readonly socket?: Partial<Wire> & { readonly readyState?: number; readonly _sender?: Sender };
  };
}

/** The state of an open websocket (RFC 6455). */
const WEBSOCKET_OPEN = 1;

/** Whether frames can be passed to the websocket under a connection: it has the known shape and compresses nothing. */
function takesFrames(connection: Connection): boolean {
  const { transport, writeBuffer } = connection as unknown as Path;
  const { bufferedAmount, _sender: sender } = transport?.socket ?? {};
  return (
    Array.isArray(writeBuffer) &&
    typeof transport?.writable === 'boolean' &&
    typeof bufferedAmount === 'number' &&
    typeof sender?.sendFrame === 'function' &&
    sender._extensions !== undefined &&
    Object.keys(sender._extensions).length === 0
  );
}

/** Whether nothing waits anywhere, so that a frame passed now comes after all that was sent before. */
export function isClear(connection: Connection): boolean {
  const { transport, writeBuffer } = connection as unknown as Path;
  return (
    writeBuffer?.length === 0 &&
    transport?.writable === true &&
    transport.socket?.readyState === WEBSOCKET_OPEN &&
    transport.socket.bufferedAmount === 0
  );
}

interface Viewer {
  readonly id: string;
  readonly connection: Connection;
  /** Otherwise the library has to send. */
  readonly isDirect: boolean;
  /** Whether it asked for no results for now. */
  isIdle: boolean;
}

/**
 * Sends to all viewers of namespace `/`. A message is encoded and framed once, and the same bytes are passed to each
 * websocket on which nothing waits. A viewer with waiting messages gets it through the library, after those; so does
 * everybody if a newer version of it has another shape than `tests/server/web/sockets/broadcast-contract.test.ts`
 * checks.
 */
export class Broadcast {
  readonly #io: Server;
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #viewers = new Map<string, Viewer>();
  #isWarned = false;

  constructor(io: Server, metrics: Metrics, logger: Logger) {
    this.#io = io;
    this.#metrics = metrics;
    this.#logger = logger;
    io.on('connection', (socket) => this.#add(socket));
    metrics.observeIdleViewers(() => this.#countIdle());
  }

  /** Leaves a viewer out of the results, or includes it again. */
  setIdle(id: string, isIdle: boolean): void {
    const viewer = this.#viewers.get(id);
    if (viewer) viewer.isIdle = isIdle;
  }

  /** Returns the share of the recipients with waiting messages. */
  send<Event extends keyof PublicServerEvents>(event: Event, body: Body<Event>): number {
    const frame = [frameEvent(event, body)];
    const isForIdle = event !== 'results';
    const waiting: string[] = [];
    let straight = 0;
    for (const { id, connection, isDirect, isIdle } of this.#viewers.values()) {
      if (isIdle && !isForIdle) continue;
      if (isDirect && isClear(connection)) {
        (connection as unknown as Path).transport?.socket?._sender?.sendFrame?.(frame);
        straight += 1;
      } else waiting.push(id);
    }
    if (waiting.length > 0) this.#io.to(waiting).emit(event, body);
    this.#metrics.frames.inc({ way: 'straight' }, straight);
    this.#metrics.frames.inc({ way: 'waiting' }, waiting.length);
    return waiting.length / Math.max(1, straight + waiting.length);
  }

  #add(socket: Socket): void {
    const { id, conn } = socket;
    const viewer = { id, connection: conn, isDirect: takesFrames(conn), isIdle: false };
    this.#viewers.set(id, viewer);
    socket.on('disconnect', () => this.#viewers.delete(id));
    if (viewer.isDirect || this.#isWarned) return;
    this.#isWarned = true;
    this.#logger.warn(
      'The socket library is of another shape than expected: each viewer is sent to by itself',
    );
  }

  #countIdle(): number {
    let count = 0;
    for (const { isIdle } of this.#viewers.values()) if (isIdle) count += 1;
    return count;
  }
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
