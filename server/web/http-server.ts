import {
  createServer,
  type RequestListener,
  IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { ServerConfig } from '#server/config/config.ts';
import { groupAddress } from '#server/identity/address-groups.ts';
import { type DurationMs, MINUTE_MS } from '#shared/model/time.ts';

/** A connection without traffic for this long during an answer is ended. */
const SILENCE_MS = 60_000;
/** Connections for each allowed viewer: a page loads its parts over several. */
const CONNECTIONS_PER_VIEWER = 2;

/**
 * The HTTP server, with its time limits and its limits of connections.
 *
 * The way of a request:
 * 1. A connection takes one of the slots of its address (`ConnectionSlots`).
 * 2. `UpgradeRequest` hands websockets to the feeds in `sockets`; all else is HTTP.
 * 3. `OpenResponses` ends a connection that does not read its answers.
 * 4. `answerPrepared` answers the hot addresses, without Express.
 * 5. `app.ts` sets the common headers, then the routes follow.
 * 6. `requireRight` checks the caller, `readJson` and `readUpload` read the body.
 * 7. `sendBody` answers with a cached body, or 304; a `Refusal` becomes its status and
 *    sentence in `answer-failure.ts`.
 */
export function createHttpServer(
  {
    maxViewers,
    maxViewersPerAddress,
    trustProxy,
  }: Pick<ServerConfig, 'maxViewers' | 'maxViewersPerAddress' | 'trustProxy'>,
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
  // Behind a proxy all connections are the proxy's.
  const perAddress = trustProxy === 0 ? maxViewersPerAddress : maxViewers;
  const slots = new ConnectionSlots({
    inAll: maxViewers * CONNECTIONS_PER_VIEWER,
    perAddress: perAddress * CONNECTIONS_PER_VIEWER,
  });
  // Not `maxConnections`: full workers would pass a connection to each other without end.
  http.on('connection', (socket) => {
    const address = groupAddress(socket.remoteAddress ?? '');
    if (slots.has(address)) socket.once('close', slots.take(address));
    else socket.destroy();
  });
  return http;
}

/** Counts open connections, in all and for each address, in memory bounded by their number. */
export class ConnectionSlots {
  readonly #limits: { readonly inAll: number; readonly perAddress: number };
  readonly #byAddress = new Map<string, number>();
  #taken = 0;

  constructor(limits: { readonly inAll: number; readonly perAddress: number }) {
    this.#limits = limits;
  }

  has(address: string): boolean {
    const { inAll, perAddress } = this.#limits;
    return this.#taken < inAll && (this.#byAddress.get(address) ?? 0) < perAddress;
  }

  /** Takes a slot until the returned function is called, once. */
  take(address: string): () => void {
    this.#taken += 1;
    this.#byAddress.set(address, (this.#byAddress.get(address) ?? 0) + 1);
    return () => {
      this.#taken -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    };
  }
}

/** Only under this path can a connection become a websocket. */
const SOCKET_PATH = '/socket.io/';

/**
 * A request whose `Upgrade` header counts only for a websocket at {@link SOCKET_PATH}. Any other is ignored, as RFC
 * 9110 7.8 allows: Node would pass every request with that header to the socket server, which answers only its own.
 */
class UpgradeRequest extends IncomingMessage {
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

/** Limits of an unread body: more than a browser sends of a large file in this time. */
const UNREAD_CHUNKS = 20_000;
const UNREAD_MS = 30_000;

/**
 * Ends a connection whose request continues after its answer. A refused upload is read for a while, since many clients
 * read the answer only after sending it; without a bound a body in chunks of one byte would cost a core.
 */
function endUnreadBody(request: IncomingMessage, answer: ServerResponse): void {
  // Before the listener of Node, which reads the whole body.
  answer.prependOnceListener('finish', () => {
    if (request.complete || request.destroyed) return;
    let chunks = 0;
    const end = (): void => void request.socket.destroy();
    const timer = setTimeout(end, UNREAD_MS).unref();
    request.once('close', () => clearTimeout(timer));
    request.on('data', () => {
      chunks += 1;
      if (chunks > UNREAD_CHUNKS) end();
    });
    request.resume();
  });
}

/** Open requests of one connection. Browsers and proxies send the next after the answer. */
const MAX_OPEN = 16;
/** Longest time to make an answer and send it: a large picture over one bar of signal. */
const ANSWER_MS = 10 * MINUTE_MS;
const LOOK_EVERY_MS = 5_000;

/**
 * The responses that are not finished yet. A connection that sends request after request without reading is destroyed,
 * and so is one that reads a byte at a time. After {@link endConnections} each response has `Connection: close`, so that
 * browsers and load balancers never send a request on a connection that is about to close. So does the response to an
 * ignored `Upgrade`: Node's parser drops whatever the client sent after it.
 */
export class OpenResponses {
  /**
   * The unfinished responses of each connection, with the moment each began. A broken connection is removed with them,
   * since most of them never close.
   */
  readonly #connections = new Map<Socket, Map<ServerResponse, number>>();
  readonly #answerMs: DurationMs;
  #isEnding = false;

  /** Created after all other listeners of the server, so that its listener is the first. */
  constructor(
    http: Server<typeof UpgradeRequest>,
    answerMs = ANSWER_MS,
    lookEveryMs = LOOK_EVERY_MS,
  ) {
    this.#answerMs = answerMs;
    http.prependListener('request', (request: UpgradeRequest, answer: ServerResponse) => {
      if (this.#isEnding || request.isOffer) answer.setHeader('Connection', 'close');
      endUnreadBody(request, answer);
      this.#take(request.socket, answer);
    });
    const timer = setInterval(() => this.#endSlow(), lookEveryMs).unref();
    http.once('close', () => clearInterval(timer));
  }

  /** Includes unfinished responses whose headers are not sent yet. */
  endConnections(): void {
    this.#isEnding = true;
    for (const answers of this.#connections.values()) {
      for (const answer of answers.keys()) {
        if (!answer.headersSent) answer.setHeader('Connection', 'close');
      }
    }
  }

  #take(socket: Socket, answer: ServerResponse): void {
    if (socket.destroyed) return;
    const answers = this.#connections.get(socket) ?? this.#open(socket);
    if (answers.size >= MAX_OPEN) {
      socket.destroy();
      return;
    }
    answers.set(answer, performance.now());
    answer.once('close', () => answers.delete(answer));
  }

  #open(socket: Socket): Map<ServerResponse, number> {
    const answers = new Map<ServerResponse, number>();
    this.#connections.set(socket, answers);
    socket.once('close', () => this.#connections.delete(socket));
    return answers;
  }

  #endSlow(): void {
    const nowMs = performance.now();
    for (const [socket, answers] of this.#connections) {
      for (const startMs of answers.values()) {
        if (nowMs - startMs > this.#answerMs) socket.destroy();
      }
    }
  }
}
