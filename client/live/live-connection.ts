import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Socket } from 'socket.io-client';

import type { ConnectionState, Feed, MessageHandler } from './feed.ts';
import { logOnce } from './log-once.ts';
import type { PageSignals } from './page-signals.ts';
import type { Timers } from './timers.ts';

/** Timeout of an answer over the socket. */
const ANSWER_MS: DurationMs = 5_000;
/** When the page wakes, a link that was silent for longer is suspect: a healthy one carries a ping sooner. */
const SUSPECT_MS: DurationMs = 15_000;
/** After this long without data the page shows that it is offline, even while it still tries. */
const TIMEOUT_MS: DurationMs = 25_000;

export interface ConnectionOptions {
  readonly socket: Socket;
  readonly timers: Timers;
  readonly signals: PageSignals;
  readonly pollMs: DurationMs;
  /** The delay before reconnecting after the server closed or refused the connection. */
  readonly refusedMs: () => DurationMs;
}

/**
 * A live connection to the server, independent of the data synced over it.
 *
 * 1. `start` connects the socket. If that fails, the state is fetched by HTTP.
 * 2. The server sends `hello`. The feed accepts it with `open`, and polling stops.
 * 3. Well-formed messages go to the feed. Each of them, each ping and each answer is a heartbeat.
 * 4. The socket goes down: the feed is polled until the next `hello`. Socket.IO reconnects with
 *    back-off, except after the server closed or refused: then this class does, after `refusedMs`.
 * 5. The page wakes: it reconnects at once, unless the socket is up and was heard lately.
 * 6. The browser loses its network: the page shows it, and reconnects at once, since a server on the same machine still
 *    answers. Data disproves the browser.
 */
export class LiveConnection {
  readonly #options: ConnectionOptions;
  readonly #feed: Feed;
  #isUp = false;
  /** Connecting has failed since the socket was last up. */
  #isRefused = false;
  /** As the browser reports it; disproved by data from the server. */
  #isNetworkLost = false;
  #lastFetch: 'none' | 'done' | 'failed' = 'none';
  #openedMs: EpochMs = 0;
  #heardMs: EpochMs | undefined;
  /** Start of the silence; undefined before the first data or wake. */
  #silentSinceMs: EpochMs | undefined;
  #cancelTimeout = (): void => undefined;
  #cancelPoll: (() => void) | undefined;
  #cancelConnecting = (): void => undefined;
  #stopListening = (): void => undefined;

  constructor(options: ConnectionOptions, feed: Feed) {
    this.#options = options;
    this.#feed = feed;
  }

  /** Whether the server has sent `hello` over a socket that is still open. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** When the socket's link opened, just before `hello`. */
  get openedMs(): EpochMs {
    return this.#openedMs;
  }

  start(): void {
    this.#listen();
    this.#startPolling();
    this.#options.socket.connect();
  }

  stop(): void {
    const { socket } = this.#options;
    this.#stopListening();
    this.#cancelConnecting();
    socket.removeAllListeners();
    socket.io.removeAllListeners();
    socket.disconnect();
    this.#close();
    this.#stopPolling();
    this.#cancelTimeout();
  }

  /** Accepts the server's `hello`. */
  open(): void {
    this.#isUp = true;
    this.#isRefused = false;
    this.#stopPolling();
    this.hear();
  }

  /** Notes that data arrived from the server, by socket or HTTP. */
  hear(): void {
    this.#restartTimeout();
    this.#heardMs = this.#silentSinceMs;
    this.publish();
  }

  /** The page shows data of an earlier visit, from this moment. */
  recall(heardMs: EpochMs): void {
    this.#heardMs ??= heardMs;
    this.publish();
  }

  async fetch(): Promise<void> {
    this.#lastFetch = (await this.#feed.fetch()) ? 'done' : 'failed';
    this.publish();
  }

  send(event: string, ...body: readonly unknown[]): void {
    this.#options.socket.emit(event, ...body);
  }

  /** Sends over the socket and resolves to the answer; rejects after {@link ANSWER_MS}. */
  ask(event: string, body: unknown): Promise<unknown> {
    const { socket, timers } = this.#options;
    return new Promise((resolve, reject) => {
      const cancel = timers.after(ANSWER_MS, () => reject(new Error('no answer came in time')));
      void socket.emitWithAck(event, body).finally(cancel).then(resolve, reject);
    });
  }

  /** Reconnects at once, even while the socket waits, and drops a link that may be dead. */
  reconnect(): void {
    this.#options.socket.disconnect();
    this.#options.socket.connect();
  }

  /** Reports the status to the feed, which calls this after each of its own changes. */
  publish(): void {
    this.#feed.onStatus({ connection: this.#findState(), heardMs: this.#heardMs });
  }

  #findState(): ConnectionState {
    if (this.#isUp && !this.#isNetworkLost) {
      return this.#feed.isBehind() ? 'catching-up' : 'live';
    }
    const isOffline =
      this.#isNetworkLost || this.#silenceMs >= TIMEOUT_MS || !this.#options.signals.isOnline();
    if (this.#lastFetch === 'failed' || isOffline) return 'offline';
    return this.#isRefused && this.#lastFetch === 'done' ? 'polling' : 'catching-up';
  }

  #listen(): void {
    const { socket, timers, signals } = this.#options;
    socket.io.on('open', () => {
      this.#openedMs = timers.now();
    });
    socket.io.on('ping', () => this.hear());
    for (const [event, handler] of Object.entries(this.#feed.messages)) {
      socket.on(event, (body: unknown) => this.#receive(event, handler, body));
    }
    socket.on('disconnect', (reason) => {
      this.#close();
      // The only reason after which Socket.IO does not reconnect.
      if (reason === 'io server disconnect') this.#connectLater();
    });
    socket.on(
      'connect_error',
      (error: Error & { readonly data?: { readonly status?: number } }) => {
        this.#isRefused = true;
        this.publish();
        // A page with cached data has fetched nothing yet.
        if (this.#silentSinceMs === undefined && this.#lastFetch === 'none') void this.fetch();
        this.#feed.onRefused?.(error.data?.status);
        if (!socket.active) this.#connectLater();
      },
    );
    this.#stopListening = signals.listen({
      onWake: () => this.#wake(),
      onOffline: () => {
        this.#isNetworkLost = true;
        this.publish();
        if (this.#isUp) this.reconnect();
      },
    });
  }

  #receive(event: string, handler: MessageHandler, body: unknown): void {
    const react = handler(body);
    if (!react) return logOnce(`a ${event} message is malformed`, body);
    this.hear();
    react();
  }

  #restartTimeout(): void {
    const { timers } = this.#options;
    this.#isNetworkLost = false;
    this.#cancelTimeout();
    this.#cancelTimeout = timers.after(TIMEOUT_MS, () => this.publish());
    this.#silentSinceMs = timers.now();
  }

  get #silenceMs(): DurationMs {
    const nowMs = this.#options.timers.now();
    return nowMs - (this.#silentSinceMs ?? nowMs);
  }

  #close(): void {
    this.#isUp = false;
    this.#lastFetch = 'none';
    this.#feed.onClose();
    this.#startPolling();
    this.publish();
  }

  #connectLater(): void {
    const { socket, timers, refusedMs } = this.#options;
    this.#cancelConnecting();
    this.#cancelConnecting = timers.after(refusedMs(), () => socket.connect());
  }

  #wake(): void {
    const isHealthy = this.#isUp && !this.#isNetworkLost && this.#silenceMs <= SUSPECT_MS;
    if (isHealthy) return;
    this.#restartTimeout();
    this.publish();
    if (!this.#isUp) void this.fetch();
    this.reconnect();
  }

  #startPolling(): void {
    this.#cancelPoll ??= this.#options.timers.after(this.#options.pollMs, () => {
      this.#cancelPoll = undefined;
      this.#startPolling();
      void this.fetch();
    });
  }

  #stopPolling(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
  }
}
