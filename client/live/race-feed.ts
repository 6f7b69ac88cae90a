import type { DurationMs } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';
import {
  PUBLIC_POLL_MS,
  type Hello,
  type PublicServerEvents,
  type ResumeReply,
} from '#shared/wire/socket-events.ts';
import type { Socket } from 'socket.io-client';
import { type MessageHandlers, handle } from './feed.ts';
import { unpackRace } from './kept-race.ts';
import { LiveConnection } from './live-connection.ts';
import { noteBuild } from './other-build.ts';
import type { PageSignals } from './page-signals.ts';
import type { RaceHttp } from './race-http.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
import { type ResumeLink, ResultsSync } from './results-sync.ts';
import type { ServerClock } from './server-clock.ts';
import type { Timers } from './timers.ts';
import { isConfig, isDelta, isHead, isHello, isResumeReply } from './wire-guards.ts';
import { ConfigSync } from './config-sync.ts';

/** A whole crowd gets `resync` at the same moment: each page waits up to this long. */
const RESYNC_SPREAD_MS = 500;
/** A whole crowd may be refused at the same moment: each page waits between half of this and all of it. */
const REFUSED_MS = 10_000;

/** How long the first fetch waits for the cache: a browser may hang over it. */
const CACHE_MS: DurationMs = 1_000;
/** How long the results of the last visit wait for the socket, which sends the changes since in a few bytes. */
const GREETING_MS: DurationMs = 3_000;

export interface RaceFeedOptions {
  readonly store: RaceStore;
  readonly http: RaceHttp;
  readonly socket: Socket;
  readonly clock: ServerClock;
  readonly timers: Timers;
  readonly signals: PageSignals;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly cache: RaceCache;
}

/**
 * Brings the race into the store and keeps it there, over a {@link LiveConnection}.
 *
 * 1. What the last visit left is shown at once, and the socket sends what changed since. Otherwise results are fetched
 *    at once, as are settings; `hello` then says where the server stands.
 * 2. Results are a snapshot with deltas on top: {@link ResultsSync} closes any gap.
 * 3. Settings are pushed whole, and fetched after each `hello` and `resync`: {@link ConfigSync}.
 * 4. `hello` names the build of the server: a page of another one is reloaded ({@link noteBuild}).
 */
export class RaceFeed {
  readonly #options: RaceFeedOptions;
  readonly #results: ResultsSync;
  readonly #config: ConfigSync;
  readonly #connection: LiveConnection;
  /** Resolves once it is known what has to be fetched. */
  #begun: Promise<void> = Promise.resolve();
  /** To be called when the server was heard over the socket, or will not be. */
  #endWait = (): void => undefined;
  readonly #link: ResumeLink = {
    resume: async (head) => {
      const reply = await askToResume(this.#connection, head);
      this.#connection.hear();
      return reply;
    },
    renew: () => this.#connection.reconnect(),
  };

  constructor(options: RaceFeedOptions) {
    const { store, http, socket, clock, timers, signals, random } = options;
    this.#options = options;
    this.#results = new ResultsSync({
      replica: store.replica,
      timers,
      fetchSnapshot: async (head) => {
        const snapshot = await http.fetchSnapshot(head);
        store.update({ isReceived: true });
        this.#connection.hear();
        return snapshot;
      },
      onStep: () => this.#connection.publish(),
    });
    this.#config = new ConfigSync(
      () => http.fetchConfig(),
      (config) => store.update({ config }),
    );
    const refusedMs = (): number => REFUSED_MS * (0.5 + random() / 2);
    this.#connection = new LiveConnection(
      { socket, timers, signals, pollMs: PUBLIC_POLL_MS, refusedMs },
      {
        messages: this.#handleMessages(),
        isBehind: () => this.#results.isBehind,
        fetch: () => this.#fetch(),
        confirm: () => this.#results.confirm(),
        onClose: () => this.#results.close(),
        onRefused: () => this.#endWait(),
        onWake: () => http.abandonStale(),
        onStatus: (status) =>
          store.update({ ...status, head: store.replica.head, clockOffsetMs: clock.offsetMs }),
      },
    );
  }

  start(): void {
    this.#begun = this.#recall();
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  /** Shows what the last visit left, and gives the socket a moment to send the changes since. */
  async #recall(): Promise<void> {
    const { store, cache, timers } = this.#options;
    const greeting = new Promise<void>((resolve) => {
      this.#endWait = resolve;
    });
    const reading = cache.read().then((entry) => unpackRace(entry, timers.now()));
    const kept = withinMs(CACHE_MS, reading, timers);
    const isShown = await this.#results.recall(kept);
    const race = await kept;
    if (!isShown || !race) return;
    if (!store.getSnapshot().config) store.update({ config: race.config });
    this.#connection.recall(race.heardMs);
    await withinMs(GREETING_MS, greeting, timers);
  }

  async #fetch(): Promise<boolean> {
    await this.#begun;
    // Pushed state needs no fetch, and the settings were requested at the greeting.
    if (this.#connection.isUp && this.#options.store.replica.head) return true;
    const [isDone] = await Promise.all([this.#results.load(), this.#config.load()]);
    return isDone;
  }

  #handleMessages(): MessageHandlers<PublicServerEvents> {
    return {
      hello: handle(isHello, (hello) => this.#onHello(hello)),
      results: handle(isDelta, (delta) => this.#results.receive(delta)),
      config: handle(isConfig, (config) => this.#config.receive(config)),
      resync: handle(isHead, (head) => {
        this.#results.resync(head, this.#options.random() * RESYNC_SPREAD_MS);
        void this.#config.load();
      }),
    };
  }

  #onHello(hello: Hello): void {
    const { clock, timers } = this.#options;
    this.#endWait();
    noteBuild(hello.build);
    clock.add({
      serverMs: hello.serverTime,
      askedMs: this.#connection.openedMs,
      answeredMs: timers.now(),
    });
    this.#connection.open();
    this.#results.open(this.#link, hello);
    // Settings carry no version: a push while the socket was down can only be made up by a fetch.
    void this.#config.load();
  }
}

/** Undefined when it takes longer. */
function withinMs<T>(ms: DurationMs, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(undefined));
    void work.then(resolve).finally(cancel);
  });
}

/** Asks over the socket for the changes since `head`. Rejects without an answer in time, and for a malformed one. */
async function askToResume(
  connection: Pick<LiveConnection, 'ask'>,
  head: Head,
): Promise<ResumeReply> {
  const reply = await connection.ask('resume', head);
  if (!isResumeReply(reply)) throw new Error('the answer has an unknown shape');
  return reply;
}
