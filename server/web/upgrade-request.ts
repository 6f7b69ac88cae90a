import { IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Only under this path can a connection become a websocket. */
const SOCKET_PATH = '/socket.io/';

/**
 * A request whose `Upgrade` header counts only for a websocket at {@link SOCKET_PATH}. Any other is ignored, as RFC
 * 9110 7.8 allows: Node would pass every request with that header to the socket server, which answers only its own.
 */
export class UpgradeRequest extends IncomingMessage {
  /** Whether the headers offer another protocol; null until they are read. */
  declare isOffer: boolean | null;

  /** Node reads this before it passes the connection on. */
  get upgrade(): boolean {
    const { isOffer, headers, url } = this;
    if (!isOffer || !url?.startsWith(SOCKET_PATH)) return false;
    return headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Node sets this from the headers. */
  set upgrade(isOffer: boolean | null) {
    this.isOffer = isOffer;
  }
}

/**
 * Closes the connection after a request whose `Upgrade` was ignored: Node's parser drops what the client sent right
 * behind it, and the client would wait for it. Called after all other listeners of the server are added, as for
 * `OpenResponses`.
 */
export function closeAfterOffer(http: Server<typeof UpgradeRequest>): void {
  http.prependListener('request', (request: UpgradeRequest, answer: ServerResponse) => {
    if (request.isOffer) answer.setHeader('Connection', 'close');
  });
}
