import type { Server, Socket } from 'socket.io';

/*
 * What depends on internals of Socket.IO, besides `broadcast.ts`. tests/server/web/sockets/broadcast-contract.test.ts
 * checks these internals.
 */

/** The connection under one or several sockets of the library. */
export type Connection = Socket['conn'];

export interface Wire {
  /** Given to the system, but not yet sent. */
  readonly bufferedAmount: number;
  terminate(): void;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
}

/** Internals of a connection, which the library does not declare. */
interface Inside {
  readonly writeBuffer: readonly { readonly data?: string }[];
  readonly transport: { readonly socket: Wire };
}

/** The overhead of a message, so that many small ones count too. */
const MESSAGE_BYTES = 200;
/** How long a connection may take to read why it is closed. */
const FLUSH_MS = 5_000;

/** All connections, whatever namespaces they have joined. */
export function listConnections({ engine }: Server): readonly Connection[] {
  const { clients } = engine as unknown as { clients: Readonly<Record<string, Connection>> };
  return Object.values(clients);
}

export function getWire(connection: Connection): Wire {
  return (connection as unknown as Inside).transport.socket;
}

/**
 * Drops the request that opened a connection, a tenth of a viewer's memory. The library needs nothing of it later, and
 * accepts its absence.
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

/** The bytes that were sent to a connection and that its other end has not taken. */
export function countWaitingBytes(connection: Connection): number {
  const { writeBuffer } = connection as unknown as Inside;
  let bytes = getWire(connection).bufferedAmount;
  for (const { data } of writeBuffer) bytes += MESSAGE_BYTES + (data?.length ?? 0);
  return bytes;
}

/**
 * Cuts a connection off: its input is ignored, and what waits for it is dropped. Closing it would wait for a client that
 * does not read. A page reconnects.
 */
export function breakOff(connection: Connection): void {
  const wire = getWire(connection);
  connection.close(true);
  wire.terminate();
}

/** Closes a connection when everything written to it is sent, at the latest a moment later. */
export function closeAfterFlush(connection: Connection): void {
  const wire = getWire(connection);
  // The library sends a refusal in its next turn, and only to an open connection.
  setImmediate(() => connection.close());
  setTimeout(() => wire.terminate(), FLUSH_MS).unref();
}
