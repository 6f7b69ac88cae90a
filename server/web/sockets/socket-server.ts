import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';

import type { ServerConfig } from '#server/config/config.ts';
import { groupAddress } from '#server/identity/address-groups.ts';
import type { Logger } from '#server/observe/logger.ts';
import type { Metrics } from '#server/observe/metrics.ts';

import { findClientAddress } from '../client-address.ts';
import { findSocketToken, isOwnOrigin } from '../session-cookie.ts';
import { ConnectionSlots } from '#server/web/http-server.ts';
import { type Connection, dropRequest, keepCookieToken } from './connection.ts';

/**
 * Whether a websocket may be opened from this page. Browsers do not apply CORS to websockets, so the server compares the
 * origins. Programs without an origin are admitted: their cookies do not count.
 */
function isAllowedOrigin(request: IncomingMessage, config: ServerConfig): boolean {
  const { origin } = request.headers;
  return origin === undefined || isOwnOrigin(request, origin, config);
}

/**
 * The socket server: websocket only, so that any load balancer works; no adapter, since every instance follows the
 * race; no connection state recovery, since viewers resume by version; no compression, so that a frame is the same for
 * all viewers (`broadcast`). A viewer without a free slot is refused, and its page polls.
 */
export function createSocketServer(
  http: HttpServer,
  config: ServerConfig,
  metrics: Metrics,
  logger: Logger,
): Server {
  const { trustProxy, maxViewers, maxViewersPerAddress } = config;
  const slots = new ConnectionSlots({ inAll: maxViewers, perAddress: maxViewersPerAddress });
  const addressOf = (request: IncomingMessage): string =>
    groupAddress(findClientAddress(request, trustProxy));
  const hasSlot = (request: IncomingMessage): boolean => {
    const address = addressOf(request);
    if (slots.has(address)) return true;
    metrics.refusedConnections.inc();
    logger.warn({ address }, 'Too many viewers are connected: further pages poll');
    return false;
  };
  const io = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: 16_000,
    connectTimeout: 5_000,
    // Their sum is that of PROTOCOL.md PR34. In a quiet race pings cost more than news.
    pingInterval: 13_000,
    pingTimeout: 5_000,
    allowRequest: (request, decide) =>
      decide(null, isAllowedOrigin(request, config) && hasSlot(request)),
  });
  io.engine.on('connection', (connection: Connection) => {
    connection.once('close', slots.take(addressOf(connection.request)));
    keepCookieToken(connection, findSocketToken(connection.request, config));
    dropRequest(connection);
  });
  return io;
}
