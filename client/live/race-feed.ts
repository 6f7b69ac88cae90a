import type { DurationMs } from '#shared/model/time.ts';
import { PUBLIC_POLL_MS, type Hello, type PublicServerEvents } from '#shared/wire/socket-events.ts';
import type { Socket } from 'socket.io-client';
import { type MessageHandlers, handle } from './feed.ts';
import { type CachedRace, unpackRace } from './packed-race.ts';
import { LiveConnection } from './live-connection.ts';
import { noteBuild } from './other-build.ts';
import type { PageSignals } from './page-signals.ts';
import type { RaceHttp } from './race-http.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
import { type ResumeLink, ResultsSync } from './results-sync.ts';
import type { ServerClock } from './server-clock.ts';
import type { Timers } from './timers.ts';
import { logOnce } from './log-once.ts';
import { isConfig, isDelta, isHead, isHello, isResumeReply } from './wire-guards.ts';

/** Every page gets `resync` at the same moment: each waits a random time up to this before it loads. */
const RESYNC_SPREAD_MS = 500;
/** Many pages may be refused at the same moment: each waits a random time between half of this and all of it. */
const REFUSED_MS = 10_000;

/** How long the first fetch waits for the cache: IndexedDB may be slow, as in Safari, or hang. */
const CACHE_MS: DurationMs = 1_000;

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
 * Keeps the store in sync with the server's race, over a {@link LiveConnection}.
 *
 * 1. Cached results of the last visit are shown at once, and the socket sends what changed since; only if it fails they
 *    are fetched. Without a cache results and settings are fetched at once, while the socket connects; a cache that is
 *    read late is shown only if nothing could be fetched.
 * 2. Results are a snapshot with deltas on top: {@link ResultsSync} closes any gap.
 * 3. Settings are pushed whole, and fetched after each `hello` and `resync`.
 * 4. `hello` names the build of the server: a page of another one is reloaded ({@link noteBuild}).
 */
export class RaceFeed {
  readonly #options: RaceFeedOptions;
  readonly #results: ResultsSync;
  readonly #connection: LiveConnection;
  #loadingConfig: Promise<void> | undefined;
  #configPushes = 0;
  /** Resolves to whether cached results are shown. */
  #recalled: Promise<boolean> = Promise.resolve(false);
  readonly #link: ResumeLink = {
    resume: async (head) => {
      const reply = await this.#connection.ask('resume', head);
      if (!isResumeReply(reply)) throw new Error('the answer is malformed');
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
      fetchSnapshot: async () => {
        const snapshot = await http.fetchSnapshot();
        store.update({ isReceived: true });
        this.#connection.hear();
        return snapshot;
      },
      onStep: () => this.#connection.publish(),
    });
    const refusedMs = (): number => REFUSED_MS * (0.5 + random() / 2);
    this.#connection = new LiveConnection(
      { socket, timers, signals, pollMs: PUBLIC_POLL_MS, refusedMs },
      {
        messages: this.#handleMessages(),
        isBehind: () => this.#results.isBehind,
        fetch: () => this.#fetch(),
        onClose: () => this.#results.close(),
        onStatus: (status) =>
          store.update({ ...status, head: store.replica.head, clockOffsetMs: clock.offsetMs }),
      },
    );
  }

  start(): void {
    const { cache, timers } = this.#options;
    const unpacked = cache.read().then((entry) => unpackRace(entry, timers.now()));
    // Damaged storage counts as empty.
    const reading = unpacked.catch(() => undefined);
    this.#recalled = this.#recall(withinMs(CACHE_MS, reading, timers));
    this.#connection.start();
    void this.#fetchUnlessRecalled(reading);
  }

  stop(): void {
    this.#connection.stop();
  }

  async #fetchUnlessRecalled(reading: Promise<CachedRace | undefined>): Promise<void> {
    if (await this.#recalled) return;
    await this.#connection.fetch();
    // Without a network, a late cache is all there is.
    await reading;
    if (!this.#options.store.replica.head) await this.#recall(reading);
  }

  /** Shows the cached results; resolves to false if there are none. */
  async #recall(kept: Promise<CachedRace | undefined>): Promise<boolean> {
    const { store } = this.#options;
    const isShown = await this.#results.recall(kept);
    const race = await kept;
    if (!isShown || !race) return false;
    if (!store.getSnapshot().config) store.update({ config: race.config });
    this.#connection.recall(race.heardMs);
    return true;
  }

  async #fetch(): Promise<boolean> {
    await this.#recalled;
    // Pushed state needs no fetch, and the settings were requested at `hello`.
    if (this.#connection.isUp && this.#options.store.replica.head) return true;
    const [isDone] = await Promise.all([this.#results.load(), this.#loadConfig()]);
    return isDone;
  }

  /** One fetch at a time. Never rejects: the next fetch makes up for a failed one. */
  #loadConfig(): Promise<void> {
    this.#loadingConfig ??= this.#fetchConfig()
      .catch((error: unknown) => logOnce('the settings cannot be fetched', error))
      .finally(() => {
        this.#loadingConfig = undefined;
      });
    return this.#loadingConfig;
  }

  async #fetchConfig(): Promise<void> {
    const { store, http } = this.#options;
    const pushesBefore = this.#configPushes;
    const config = await http.fetchConfig();
    // A push during the fetch is at least as new as the answer.
    if (this.#configPushes === pushesBefore) store.update({ config });
  }

  #handleMessages(): MessageHandlers<PublicServerEvents> {
    return {
      hello: handle(isHello, (hello) => this.#onHello(hello)),
      results: handle(isDelta, (delta) => this.#results.receive(delta)),
      config: handle(isConfig, (config) => {
        this.#configPushes += 1;
        this.#options.store.update({ config });
      }),
      resync: handle(isHead, (head) => {
        this.#results.resync(head, this.#options.random() * RESYNC_SPREAD_MS);
        void this.#loadConfig();
      }),
    };
  }

  #onHello(hello: Hello): void {
    const { clock, timers } = this.#options;
    noteBuild(hello.build);
    clock.add({
      serverMs: hello.serverTime,
      askedMs: this.#connection.openedMs,
      answeredMs: timers.now(),
    });
    this.#connection.open();
    this.#results.open(this.#link, hello);
    // Settings carry no version: a push while the socket was down can only be made up by a fetch.
    void this.#loadConfig();
  }
}

/** Undefined when it takes longer. */
function withinMs<T>(ms: DurationMs, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(undefined));
    void work.then(resolve).finally(cancel);
  });
}
