import { createServer, type RequestListener } from 'node:http';

import type { ServerConfig } from '#server/config/config.ts';
import { groupAddress } from '#server/identity/address-groups.ts';
import { ConnectionSlots } from './connection-slots.ts';

import { UpgradeRequest } from './upgrade-request.ts';

/** A connection on which nothing moves for this long during an answer is ended. */
const SILENCE_MS = 60_000;
/** Connections for each allowed viewer: a page loads its parts over several. */
const CONNECTIONS_PER_VIEWER = 2;

/**
 * The server below everything: how long it waits for whom, and how many it lets in.
 *
 * A request goes this way:
 * 1. A connection takes one of the slots of its address (`ConnectionSlots`).
 * 2. `UpgradeRequest` hands websockets to the feeds in `sockets`; all else is HTTP.
 * 3. `OpenResponses` ends a connection that does not read what it asked for.
 * 4. `answerPrepared` answers what a crowd asks for, without Express.
 * 5. `app.ts` sets what every answer has in common, then the routes follow.
 * 6. `requireRight` says who calls, `readJson` and `readUpload` read the body.
 * 7. `sendBody` answers with a cached body, or 304; a `Refusal` becomes its status and
 *    sentence in `error-handler.ts`.
 */
export function createHttpServer(
  config: Pick<ServerConfig, 'maxViewers' | 'maxViewersPerAddress' | 'trustProxy'>,
  app: RequestListener,
) {
  const http = createServer(
    {
      IncomingMessage: UpgradeRequest,
      // A client that sends its headers a byte at a time holds a connection for seconds, not minutes.
      headersTimeout: 5_000,
      // A large file over the Wi-Fi of a field takes its time.
      requestTimeout: 120_000,
      connectionsCheckingInterval: 1_000,
      // Longer than the idle time of the usual proxies, so that they never meet a closing connection.
      keepAliveTimeout: 65_000,
    },
    (request, response) => {
      // Requests that arrive together with the end of their connection are still parsed to the end.
      if (!request.socket.destroyed) app(request, response);
    },
  );
  http.timeout = SILENCE_MS;
  limitConnections(http, config);
  return http;
}

/**
 * Ends a connection beyond the limit. Not by `maxConnections`: full workers would pass it to each other without end.
 */
function limitConnections(
  http: ReturnType<typeof createServer<typeof UpgradeRequest>>,
  {
    maxViewers,
    maxViewersPerAddress,
    trustProxy,
  }: Pick<ServerConfig, 'maxViewers' | 'maxViewersPerAddress' | 'trustProxy'>,
): void {
  // Behind a proxy all of them are the proxy's.
  const perAddress = trustProxy === 0 ? maxViewersPerAddress : maxViewers;
  const slots = new ConnectionSlots({
    inAll: maxViewers * CONNECTIONS_PER_VIEWER,
    perAddress: perAddress * CONNECTIONS_PER_VIEWER,
  });
  http.on('connection', (socket) => {
    const address = groupAddress(socket.remoteAddress ?? '');
    if (slots.has(address)) socket.once('close', slots.take(address));
    else socket.destroy();
  });
}
