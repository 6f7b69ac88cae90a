import type { EpochMs } from '#shared/model/time.ts';
import { PROTOCOL_VERSION, PUBLIC_POLL_MS } from '#shared/wire/socket-events.ts';
import type { ResumeReply } from '#shared/wire/socket-events.ts';

import { ConfigSync } from './config-sync.ts';
import { Hearing, judgeConnection } from './hearing.ts';
import { logOnce } from './log-once.ts';
import type { PageSignals } from './page-signals.ts';
import { Poller } from './poller.ts';
import type { RaceHttp } from './race-http.ts';
import type { PublicSocket } from './race-socket.ts';
import type { RaceStore } from './race-store.ts';
import { ResultsSync } from './results-sync.ts';
import type { ServerClock } from './server-clock.ts';
import { reconnectNow } from './socket-options.ts';
import type { Timers } from './timers.ts';
import { isDelta, isHead, isHello, isResumeReply, parseConfig } from './wire-guards.ts';

/** How long the server may take to answer `resume`. */
const ANSWER_MS = 5_000;
/** A whole crowd is told to reload in the same moment: each page waits up to this long. */
const RESYNC_SPREAD_MS = 500;
/** How soon to come back after the server closed the connection or refused it. */
const REFUSED_MS = 10_000;

export interface RaceFeedOptions {
  readonly store: RaceStore;
  readonly http: RaceHttp;
  readonly socket: PublicSocket;
  readonly clock: ServerClock;
  readonly timers: Timers;
  readonly listenToPage: (signals: PageSignals) => () => void;
  readonly isOnline: () => boolean;
  /** Fetches the newest page for this protocol; false when that has been tried before. */
  readonly reloadPage: (protocol: number) => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Brings the race into the store and keeps it there: both HTTP calls at once,
 * then the socket on top, and polling exactly as long as the socket is down.
 */
export class RaceFeed {
  readonly #options: RaceFeedOptions;
  readonly #results: ResultsSync;
  readonly #config: ConfigSync;
  readonly #poller: Poller;
  readonly #hearing: Hearing;
  #isUp = false;
  #isDoubted = false;
  #isRefused = false;
  #lastFetch: 'none' | 'done' | 'failed' = 'none';
  #openedMs: EpochMs = 0;
  #stopListening: (() => void) | undefined;

  constructor(options: RaceFeedOptions) {
    const { store, http, timers } = options;
    this.#options = options;
    this.#hearing = new Hearing(timers, () => {
      this.#publish();
    });
    this.#results = new ResultsSync({
      replica: store.replica,
      timers,
      fetchSnapshot: async (takenTag) => {
        const snapshot = await http.fetchSnapshot(takenTag);
        this.#hear();
        return snapshot;
      },
      onStep: () => {
        this.#publish();
      },
    });
    this.#config = new ConfigSync(
      () => http.fetchConfig(),
      (config) => {
        store.update({ config });
      },
    );
    this.#poller = new Poller(PUBLIC_POLL_MS, timers, () => {
      void this.#fetchAll();
    });
  }

  start(): void {
    this.#listen();
    this.#stopListening = this.#options.listenToPage({
      onWake: () => {
        this.wake();
      },
      onOffline: () => {
        // Believed at once; the server proves it wrong by answering.
        this.#hearing.lose();
        if (this.#isUp) void this.#results.confirm();
      },
    });
    this.#poller.start();
    void this.#fetchAll();
    this.#options.socket.connect();
  }

  stop(): void {
    this.#stopListening?.();
    this.#poller.stop();
    this.#hearing.stop();
    this.#results.close();
    this.#options.socket.removeAllListeners();
    this.#options.socket.io.removeAllListeners();
    this.#options.socket.disconnect();
  }

  /** Looks at once whether anything was missed. */
  wake(): void {
    this.#options.http.abandonStale();
    if (!this.#isUp || this.#hearing.isLost) {
      this.#hearing.restart();
      this.#publish();
      reconnectNow(this.#options.socket);
      void this.#fetchAll();
      return;
    }
    this.#isDoubted = this.#hearing.isDoubtful;
    this.#publish();
    void this.#results.confirm().finally(() => {
      this.#isDoubted = false;
      this.#publish();
    });
  }

  #listen(): void {
    const { socket, timers } = this.#options;
    socket.io.on('open', () => {
      this.#openedMs = timers.now();
    });
    socket.io.on('ping', () => {
      this.#hear();
    });
    socket.on('hello', (hello: unknown) => {
      this.#onHello(hello);
    });
    socket.on('results', (delta: unknown) => {
      if (!isDelta(delta)) return logOnce('a results message has an unknown shape', delta);
      this.#hear();
      this.#results.receive(delta);
    });
    socket.on('config', (body: unknown) => {
      const config = parseConfig(body);
      if (!config) return logOnce('a config message has an unknown shape', body);
      this.#config.receive(config);
    });
    socket.on('resync', (head: unknown) => {
      if (!isHead(head)) return logOnce('a resync message has an unknown shape', head);
      this.#results.resync(head, this.#options.random() * RESYNC_SPREAD_MS);
      void this.#config.load();
    });
    socket.on('disconnect', (reason) => {
      this.#onDown();
      // The one reason after which the socket does not come back by itself.
      if (reason === 'io server disconnect') this.#connectLater();
    });
    socket.on('connect_error', () => {
      this.#isRefused = true;
      this.#publish();
      if (!socket.active) this.#connectLater();
    });
  }

  #onHello(hello: unknown): void {
    const { socket, clock, timers, store, reloadPage } = this.#options;
    if (!isHello(hello)) return logOnce('a hello message has an unknown shape', hello);
    if (hello.protocol > PROTOCOL_VERSION) {
      // A page that cannot be renewed must not misread what it is sent: it polls instead.
      if (!reloadPage(hello.protocol)) socket.disconnect();
      return;
    }
    clock.add({
      serverMs: hello.serverTime,
      askedMs: this.#openedMs,
      answeredMs: timers.now(),
    });
    store.update({ clockOffsetMs: clock.offsetMs });
    this.#isUp = true;
    this.#isRefused = false;
    this.#isDoubted = false;
    this.#poller.stop();
    this.#hear();
    this.#results.open(
      {
        resume: async (head): Promise<ResumeReply> => {
          const reply: unknown = await socket.timeout(ANSWER_MS).emitWithAck('resume', head);
          if (!isResumeReply(reply)) throw new Error('the answer has an unknown shape');
          this.#hear();
          return reply;
        },
        renew: () => {
          reconnectNow(socket);
        },
      },
      hello,
    );
    // Settings carry no version: whatever was pushed while the socket was down has to be fetched.
    void this.#config.load();
  }

  #onDown(): void {
    this.#isUp = false;
    this.#lastFetch = 'none';
    this.#results.close();
    this.#poller.start();
    this.#publish();
  }

  #connectLater(): void {
    const { socket, timers, random } = this.#options;
    timers.after(REFUSED_MS * (0.5 + random() / 2), () => {
      socket.connect();
    });
  }

  async #fetchAll(): Promise<void> {
    const [isDone] = await Promise.all([this.#results.load(), this.#config.load()]);
    this.#lastFetch = isDone ? 'done' : 'failed';
    this.#publish();
  }

  #hear(): void {
    this.#options.store.update({ heardMs: this.#hearing.restart() });
  }

  #publish(): void {
    const { store, clock } = this.#options;
    store.update({
      head: store.replica.head,
      connection: judgeConnection({
        hearing: this.#hearing,
        isUp: this.#isUp,
        isBehind: this.#results.isBehind || this.#isDoubted,
        isRefused: this.#isRefused,
        lastFetch: this.#lastFetch,
        isOnline: this.#options.isOnline(),
      }),
      clockOffsetMs: clock.offsetMs,
    });
  }
}
