/**
 * How every socket of the page connects. After a loss it tries again by
 * itself, soon at first and then more rarely, each browser at its own moment:
 * a whole crowd reconnects at once when a server restarts.
 */
export const SOCKET_OPTIONS = {
  transports: ['websocket'],
  autoConnect: false,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 10_000,
  randomizationFactor: 0.5,
  timeout: 10_000,
};

/** Tries at once, whatever the socket is waiting for, and drops a link that may be dead. */
export function reconnectNow(socket: { disconnect(): unknown; connect(): unknown }): void {
  socket.disconnect();
  socket.connect();
}
