import type { PublicClientEvents, PublicServerEvents } from '#shared/wire/socket-events.ts';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';

import { SOCKET_OPTIONS } from './socket-options.ts';

export type PublicSocket = Socket<PublicServerEvents, PublicClientEvents>;

/** The public feed, not yet connected. */
export function createPublicSocket(origin?: string): PublicSocket {
  return origin === undefined
    ? io(SOCKET_OPTIONS)
    : io(origin, { ...SOCKET_OPTIONS, forceNew: true });
}
