import type { Namespace } from 'socket.io';

/** Messages waiting for one viewer before it is cut: about a quarter of a minute of pushes. */
const MAX_WAITING_MESSAGES = 64;

/** What is known of a connection by its shape alone: the library does not name it. */
interface Connection {
  readonly writeBuffer: readonly unknown[];
  readonly transport: { readonly socket: { terminate(): void } };
}

/**
 * Cuts viewers that stopped reading: their messages would pile up in memory
 * without end. The connection is broken off, since closing it would wait for
 * who does not read; a phone that comes back reconnects by itself and resumes.
 * Returns how many were cut.
 */
export function cutSlowViewers(namespace: Pick<Namespace, 'sockets'>): number {
  let cut = 0;
  for (const socket of namespace.sockets.values()) {
    const { writeBuffer, transport } = socket.conn as unknown as Connection;
    if (writeBuffer.length > MAX_WAITING_MESSAGES) {
      transport.socket.terminate();
      cut += 1;
    }
  }
  return cut;
}
