import type { Server as HttpServer } from 'node:http';

import { Server } from 'socket.io';

import type { ServerConfig } from '#server/config.ts';

import { isAllowedOrigin } from './origin-check.ts';

/**
 * The socket server: websocket only, so that any load balancer serves; no
 * adapter, since every instance follows the race itself; no connection state
 * recovery, since viewers resume by version. Compression stays off: a frame is
 * then encoded once for all viewers.
 */
export function createSocketServer(http: HttpServer, config: ServerConfig): Server {
  return new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16_000,
    connectTimeout: 5_000,
    // Where the network is silent without an end, both sides know after 18 s at the latest.
    pingInterval: 10_000,
    pingTimeout: 8_000,
    allowRequest: (request, decide) => {
      decide(null, isAllowedOrigin(request, config.publicOrigin, config.trustProxy));
    },
  });
}
