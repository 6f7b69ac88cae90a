import type { Server, Socket } from 'socket.io';

import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';
import { Budget } from '#server/web/budget.ts';

/*
 * Only this file and `broadcast.ts` depend on internals of Socket.IO, which
 * tests/server/web/sockets/broadcast-contract.test.ts checks.
 */

/** The connection that carries one or several sockets of the library. */
export type Connection = Socket['conn'];

/** The websocket of a connection. */
interface Wire {
  readonly readyState: number;
  /** Given to the system, but not yet sent. */
  readonly bufferedAmount: number;
  /** Takes a frame shared by several connections; a new version may lack it. */
  readonly _sender?: { sendFrame?: (parts: readonly Buffer[]) => void };
  terminate(): void;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
}

/** Internals of a connection, which the library does not declare. */
interface Internals {
  readonly writeBuffer: readonly { readonly data?: string }[];
  readonly transport: { readonly writable: boolean; readonly socket: Wire };
}

export function getInternals(connection: Connection): Internals {
  return connection as unknown as Internals;
}

/** The overhead of a message, so that many small ones count too. */
const MESSAGE_BYTES = 200;
/** How long a connection may take to read why it is closed. */
const FLUSH_MS = 5_000;

/** All connections, of any namespace. */
function listConnections({ engine }: Server): readonly Connection[] {
  const { clients } = engine as unknown as { clients: Readonly<Record<string, Connection>> };
  return Object.values(clients);
}

function getWire(connection: Connection): Wire {
  return getInternals(connection).transport.socket;
}

/**
 * Drops the request that opened a connection, a tenth of a viewer's memory. The library does not need it later.
 */
export function dropRequest(connection: Connection): void {
  Object.assign(connection, { request: undefined });
}

const cookieTokens = new WeakMap<Connection, string>();

/** Remembers the token of the cookie with which a connection was opened, before its request is dropped. */
export function keepCookieToken(connection: Connection, token: string | undefined): void {
  if (token !== undefined) cookieTokens.set(connection, token);
}

export function findCookieToken(connection: Connection): string | undefined {
  return cookieTokens.get(connection);
}

/** The bytes written to a connection that its client has not received. */
export function countWaitingBytes(connection: Connection): number {
  const { writeBuffer } = getInternals(connection);
  let bytes = getWire(connection).bufferedAmount;
  for (const { data } of writeBuffer) bytes += MESSAGE_BYTES + (data?.length ?? 0);
  return bytes;
}

/**
 * Cuts a connection off: its input is ignored, and its waiting messages are dropped. Closing it would wait for a client
 * that does not read. A page reconnects.
 */
export function breakOff(connection: Connection): void {
  const wire = getWire(connection);
  connection.close(true);
  wire.terminate();
}

/** Closes a connection once everything written to it is sent, at the latest after {@link FLUSH_MS}. */
export function closeAfterFlush(connection: Connection): void {
  const wire = getWire(connection);
  // The library sends a refusal in its next turn, and only to an open connection.
  setImmediate(() => connection.close());
  setTimeout(() => wire.terminate(), FLUSH_MS).unref();
}

/** Counts and logs an unknown message. */
export function dropMessage(
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
  from: 'viewer' | 'organiser',
  { id }: Pick<Socket, 'id'>,
  event: unknown,
): void {
  metrics.dropped.inc({ from });
  logger.debug({ event: String(event).slice(0, 60), socket: id }, 'Dropped an unknown message');
}

/** Counts everything that a connection sends; far more than a page needs. */
const PACKETS = { atOnce: 200, perSecond: 20 };
/** Bytes that may wait for one connection: about a minute of a busy race. */
export const MAX_WAITING_BYTES = 1_000_000;
/** With more waiting for all connections together, `resume` is answered without deltas. */
const CROWDED_BYTES = 128_000_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Watches every connection below the namespaces, where nothing can bypass it: cuts off one that floods, and one for
 * which too much waits, at its next packet or at the next check.
 */
export class ConnectionWatch {
  readonly #io: Server;
  readonly #metrics: Metrics;
  readonly #logger: Logger;
  readonly #timer: NodeJS.Timeout;
  #isCrowded = false;

  constructor(io: Server, metrics: Metrics, logger: Logger) {
    this.#io = io;
    this.#metrics = metrics;
    this.#logger = logger;
    io.engine.on('connection', (connection: Connection) => this.#guard(connection));
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Whether answers have to be short, because too much waits for all connections together. */
  get isCrowded(): boolean {
    return this.#isCrowded;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #guard(connection: Connection): void {
    const budget = new Budget(PACKETS);
    const wire = getWire(connection);
    const take = (): void => {
      if (connection.readyState !== 'open') return;
      if (budget.spend()) this.#cutIfSlow(connection);
      else this.#cutFlood(connection);
    };
    connection.on('packet', take);
    // The library would parse further input until the client closes as well, or for 30 seconds.
    connection.once('close', () => wire.terminate());
    // While a connection is closing, its messages are no longer packets.
    wire.on('message', () => {
      if (connection.readyState !== 'open' && !budget.spend()) wire.terminate();
    });
    // Pings are answered below the packets, as often as they come.
    wire.on('ping', take);
    wire.on('pong', take);
  }

  #look(): void {
    let waiting = 0;
    for (const connection of listConnections(this.#io)) waiting += this.#cutIfSlow(connection);
    this.#isCrowded = waiting > CROWDED_BYTES;
  }

  /** Returns how many bytes the client has not taken yet. */
  #cutIfSlow(connection: Connection): number {
    const waiting = countWaitingBytes(connection);
    if (waiting <= MAX_WAITING_BYTES) return waiting;
    breakOff(connection);
    this.#metrics.slowViewers.inc();
    return 0;
  }

  #cutFlood(connection: Connection): void {
    breakOff(connection);
    this.#metrics.floods.inc();
    this.#logger.warn('A connection was cut off because it floods');
  }
}
