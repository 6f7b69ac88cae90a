import type { PublicClientEvents, PublicServerEvents } from '#shared/wire/socket-events.ts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

export type PublicSocket = Socket<PublicServerEvents, PublicClientEvents>;

/**
 * The public feed, not yet connected. After a loss it tries again by itself,
 * soon at first and then more rarely, each phone at its own moment: a whole
 * crowd reconnects at once when a server restarts.
 */
export function createPublicSocket(origin?: string): PublicSocket {
  const options = {
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
    timeout: 10_000,
  };
  return origin === undefined ? io(options) : io(origin, { ...options, forceNew: true });
}

/** Tries at once, whatever the socket is waiting for, and drops a link that may be dead. */
export function reconnectNow(socket: PublicSocket): void {
  socket.disconnect();
  socket.connect();
}
