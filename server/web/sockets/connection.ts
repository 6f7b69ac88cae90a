import type { Server, Socket } from 'socket.io';

/*
 * What reaches below the public surface of Socket.IO, beside `broadcast.ts`. What is relied on is held
 * by tests/server/web/sockets/broadcast-contract.test.ts.
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

/** What a message takes beside its text, so that many small ones count too. */
const MESSAGE_BYTES = 200;
/** How long a connection may take to read why it is closed. */
const FLUSH_MS = 5_000;

/** Every connection there is, whichever namespaces it has joined. */
export function listConnections({ engine }: Server): readonly Connection[] {
  const { clients } = engine as unknown as { clients: Readonly<Record<string, Connection>> };
  return Object.values(clients);
}

export function getWire(connection: Connection): Wire {
  return (connection as unknown as Inside).transport.socket;
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
  let bytes = getWire(connection).bufferedAmount;
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
