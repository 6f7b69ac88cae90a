import type { Namespace } from 'socket.io';

/** Messages waiting for one viewer before it is cut: about a quarter of a minute of pushes. */
const MAX_WAITING_MESSAGES = 64;

/**
 * Cuts viewers that stopped reading: their messages would pile up in memory
 * without end. The transport is closed, not the socket, so that a phone that
 * comes back reconnects by itself and resumes. Returns how many were cut.
 */
export function cutSlowViewers(namespace: Pick<Namespace, 'sockets'>): number {
  let cut = 0;
  for (const socket of namespace.sockets.values()) {
    const waiting = (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer;
    if (waiting.length > MAX_WAITING_MESSAGES) {
      socket.conn.close();
      cut += 1;
    }
  }
  return cut;
}
