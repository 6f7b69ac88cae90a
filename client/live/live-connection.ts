import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import type { Socket } from 'socket.io-client';

import type { ConnectionState, Feed, MessageHandler } from './feed.ts';
import { Heartbeat } from './heartbeat.ts';
import { logOnce } from './log-once.ts';
import type { PageSignals } from './page-signals.ts';
import type { Timers } from './timers.ts';

/** How long the server may take to answer a question over the socket. */
const ANSWER_MS: DurationMs = 5_000;

export interface ConnectionOptions {
  readonly socket: Socket;
  readonly timers: Timers;
  readonly signals: PageSignals;
  readonly pollMs: DurationMs;
  /** The delay before reconnecting after the server closed or refused the connection. */
  readonly refusedMs: () => DurationMs;
}

/**
 * One live connection to the server, whatever is synced over it.
 *
 * 1. `start` fetches by HTTP and connects the socket at the same time.
 * 2. The server says `hello`. The feed accepts it with `open`, and polling stops.
 * 3. Messages that fit go to the feed. Each of them, each ping and each answer is a heartbeat.
 * 4. The socket goes down: the feed is polled until the next `hello`. Socket.IO reconnects by
 *    itself with back-off, except after the server closed or refused: then it waits `refusedMs`.
 * 5. The page wakes: a socket that is down reconnects at once, one that is up is pinged.
 * 6. The browser loses its network: the page shows it, and still pings an open socket.
 */
export class LiveConnection {
  readonly #options: ConnectionOptions;
  readonly #feed: Feed;
  readonly #heartbeat: Heartbeat;
  #isUp = false;
  /** The socket seems up after a long silence, and is being pinged. */
  #isSuspect = false;
  /** The socket has tried and failed since it was last up. */
  #isRefused = false;
  #lastFetch: 'none' | 'done' | 'failed' = 'none';
  #openedMs: EpochMs = 0;
  #heardMs: EpochMs | undefined;
  #cancelPoll: (() => void) | undefined;
  #cancelConnecting = (): void => undefined;
  #stopListening = (): void => undefined;

  constructor(options: ConnectionOptions, feed: Feed) {
    this.#options = options;
    this.#feed = feed;
    this.#heartbeat = new Heartbeat(options.timers, () => this.publish());
  }

  /** Whether the server has greeted and the socket is still there. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** When the link of the socket opened. */
  get openedMs(): EpochMs {
    return this.#openedMs;
  }

  start(): void {
    this.#listen();
    this.#startPolling();
    void this.fetch();
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
    this.#heartbeat.stop();
  }

  /** The server has greeted. */
  open(): void {
    this.#isUp = true;
    this.#isRefused = false;
    this.#isSuspect = false;
    this.#stopPolling();
    this.hear();
  }

  /** The server was heard, by socket or HTTP. */
  hear(): void {
    this.#heardMs = this.#heartbeat.restart();
    this.publish();
  }

  /** The page shows an earlier visit, in which the server was last heard at this moment. */
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

  /** Asks over the socket. Rejects when no answer comes in time. */
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

  /** Tells the feed how fresh it is; the feed calls it after each of its own changes. */
  publish(): void {
    this.#feed.onStatus({ connection: this.#judge(), heardMs: this.#heardMs });
  }

  #judge(): ConnectionState {
    if (this.#isUp && !this.#heartbeat.isNetworkLost) {
      return this.#feed.isBehind() || this.#isSuspect ? 'catching-up' : 'live';
    }
    const isOffline = this.#heartbeat.isTimedOut || !this.#options.signals.isOnline();
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
      // The only reason after which the socket does not reconnect by itself.
      if (reason === 'io server disconnect') this.#connectLater();
    });
    socket.on(
      'connect_error',
      (error: Error & { readonly data?: { readonly status?: number } }) => {
        this.#isRefused = true;
        this.publish();
        this.#feed.onRefused?.(error.data?.status);
        if (!socket.active) this.#connectLater();
      },
    );
    this.#stopListening = signals.listen({
      onWake: () => this.#wake(),
      onOffline: () => {
        // Believed at once; an answer of the server disproves it.
        this.#heartbeat.loseNetwork();
        if (this.#isUp) void this.#feed.confirm(true);
      },
    });
  }

  #receive(event: string, handler: MessageHandler<unknown>, body: unknown): void {
    const message = handler.read(body);
    if (message === undefined) return logOnce(`a ${event} message has an unknown shape`, body);
    this.hear();
    handler.apply(message);
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
    this.#feed.onWake?.();
    if (!this.#isUp || this.#heartbeat.isNetworkLost) {
      this.#heartbeat.restart();
      this.publish();
      this.reconnect();
      void this.fetch();
      return;
    }
    this.#isSuspect = this.#heartbeat.isSuspect;
    this.publish();
    void this.#feed.confirm(this.#isSuspect).finally(() => {
      this.#isSuspect = false;
      this.publish();
    });
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
