import type { Server, ServerResponse } from 'node:http';
import { IncomingMessage } from 'node:http';

/** Under this path, and nowhere else, a connection can become a websocket. */
const SOCKET_PATH = '/socket.io/';

/**
 * A request whose offer of another protocol counts only where it is taken up.
 * Any other (a client that would rather speak HTTP/2, a websocket elsewhere) is
 * passed over, as RFC 9110 7.8 has it: Node hands every request that offers
 * something to the socket server, which answers none but its own.
 */
export class OfferingRequest extends IncomingMessage {
  /** Whether the headers offer another protocol; null until they are read. */
  declare isOffer: boolean | null;

  /** Node asks this before it hands the connection over. */
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
 * Lets the answer to an offer that was passed over end the connection: what a
 * client sent right behind it is dropped by Node's parser, and would be waited
 * for. Built after everything else that listens to the server, like `AnswersUnderWay`.
 */
export function endAfterOffers(http: Server<typeof OfferingRequest>): void {
  http.prependListener('request', (request: OfferingRequest, answer: ServerResponse) => {
    if (request.isOffer) answer.setHeader('Connection', 'close');
  });
}
