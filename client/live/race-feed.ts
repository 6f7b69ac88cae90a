import type { ConfigBody, Head } from '#shared/wire/http-api.ts';
import {
  PROTOCOL_VERSION,
  PUBLIC_POLL_MS,
  type Hello,
  type ResumeClaim,
  type PublicServerEvents,
  type ResumeReply,
  type ToldHead,
} from '#shared/wire/socket-events.ts';
import type { Socket } from 'socket.io-client';
import {
  type ConnectionStatus,
  type MessageHandler,
  type MessageHandlers,
  handle,
} from './feed.ts';
import { LiveConnection } from './live-connection.ts';
import type { PageSignals } from './page-signals.ts';
import { type KeptRace, unpackRace } from './kept-race.ts';
import type { RaceHttp } from './race-http.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.ts';
import { ResultsSync } from './results-sync.ts';
import { logOnce } from './log-once.ts';
import { RunnerSync } from './runner-sync.ts';
import type { ServerClock } from './server-clock.ts';
import type { Timers } from './timers.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { isDelta, isHead, isHello, isResumeReply, parseConfig } from './wire-guards.ts';
import { ConfigSync } from './config-sync.ts';
import { IdlePage } from './idle-page.ts';

/** A whole crowd gets `resync` at the same moment: each page waits up to this long. */
const RESYNC_SPREAD_MS = 500;
/** How long the first fetch waits for the cache: a browser may hang over it. */
const CACHE_MS = 1_000;
/** How long the results of the last visit wait for the socket, which sends the changes since in a few bytes. */
const GREETING_MS = 3_000;
/** A page that shows one runner for this long is expected to stay. */
const STAY_MS = 30_000;
/** For a page without the field: the answer to it is short. */
const NO_HEAD: Head = { epoch: '', version: 0 };
/** A whole crowd may be refused at the same moment: each page waits between half of this and all of it. */
const REFUSED_MS = 10_000;

export interface RaceFeedOptions {
  readonly store: RaceStore;
  readonly http: RaceHttp;
  readonly socket: Socket;
  readonly clock: ServerClock;
  readonly timers: Timers;
  readonly signals: PageSignals;
  /** Loads the newest page for this protocol; false when that has been tried before. */
  readonly reloadPage: (protocol: number) => boolean;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly cache: RaceCache;
  /** The id or bib of the one runner whom the page is about, while the field is not wanted. */
  readonly askedRunner?: string | undefined;
}

/**
 * Brings the race into the store and keeps it there, over a {@link LiveConnection}.
 *
 * 1. What the last visit left is shown at once, and the socket tells what changed since.
 *    Otherwise results are fetched at once, as are settings; `hello` then says where the server stands.
 * 2. Results are a snapshot with deltas on top: {@link ResultsSync} closes any gap.
 * 3. Settings are pushed whole, and fetched after each `hello` and `resync`: {@link ConfigSync}.
 * 4. A page that nobody looks at asks for less: {@link IdlePage}.
 * 5. A page that is about one runner fetches that one alone, until it wants the field: {@link RunnerSync}.
 * 6. A server that speaks a newer protocol has the page reload once, and polled from then on.
 */
export class RaceFeed {
  readonly #options: RaceFeedOptions;
  readonly #results: ResultsSync;
  readonly #config: ConfigSync;
  /** While the field is not wanted. */
  #runner: RunnerSync | undefined;
  #hello: Hello | undefined;
  readonly #connection: LiveConnection;
  readonly #idle: IdlePage;
  /** Resolves as soon as it is known what has to be fetched. */
  #begun: Promise<void> = Promise.resolve();
  #endWait = (): void => undefined;
  #stopWaiting = (): void => undefined;
  #cancelStay = (): void => undefined;

  constructor(options: RaceFeedOptions) {
    const { store, http, socket, timers, signals, random } = options;
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
      onStep: () => {
        this.#connection.publish();
      },
    });
    this.#config = new ConfigSync(
      () => http.fetchConfig(),
      (config) => {
        store.update({ config });
      },
    );
    if (options.askedRunner !== undefined) this.#runner = this.#openRunner(options.askedRunner);
    const refusedMs = (): number => REFUSED_MS * (0.5 + random() / 2);
    this.#connection = new LiveConnection(
      { socket, timers, signals, pollMs: PUBLIC_POLL_MS, refusedMs },
      {
        messages: this.#handleMessages(),
        isBehind: () => (this.#runner ? !this.#runner.hasRunner : this.#results.isBehind),
        fetch: () => this.#fetch(),
        confirm: () => this.#idle.confirm(),
        onClose: () => {
          this.#hello = undefined;
          this.#results.close();
        },
        onRefused: () => {
          this.#endWait();
        },
        onHide: () => {
          this.#idle.hide();
        },
        onWake: () => {
          http.abandonStale();
        },
        onStatus: (status) => {
          this.#onStatus(status);
        },
      },
    );
    this.#idle = new IdlePage({
      timers,
      isHidden: () => signals.isHidden(),
      isPushed: () =>
        this.#connection.isUp && (store.replica.head !== undefined || this.#runner !== undefined),
      rest: () => {
        this.#connection.send('idle');
      },
      resume: () => this.#confirm(),
    });
  }

  start(): void {
    const { store } = this.#options;
    if (this.#runner) this.#wantFieldLater();
    store.update({ isFieldWanted: this.#runner === undefined });
    this.#idle.hide();
    if (!this.#runner) this.#begun = this.#recall();
    this.#stopWaiting = store.subscribe(() => {
      if (store.getSnapshot().isFieldWanted) this.#openField();
    });
    this.#connection.start();
  }

  /** The list at this head is not the one of the server (PROTOCOL.md PR37): says so, and fetches all of it. */
  reportDivergence(head: Head): void {
    this.#connection.send('diverged', head);
    void this.#results.replace();
  }

  stop(): void {
    this.#stopWaiting();
    this.#runner?.stop();
    this.#cancelStay();
    this.#idle.close();
    this.#connection.stop();
  }

  /** Shows the race of the last visit, and gives the socket a moment to update it. */
  async #recall(): Promise<void> {
    const { cache, timers } = this.#options;
    const greeting = new Promise<void>((resolve) => {
      this.#endWait = resolve;
    });
    const reading = cache.read().then((entry) => unpackRace(entry, timers.now()));
    const kept = withinMs(CACHE_MS, reading, timers);
    if (!(await this.#results.recall(kept))) {
      if (!(await kept)) void reading.then((late) => this.#recallLate(late));
      return;
    }
    this.#tellRecalled((await kept) as KeptRace);
    const cancel = timers.after(GREETING_MS, this.#endWait);
    await greeting;
    cancel();
  }

  /** A slow browser on a phone without a network has nothing else to show. */
  async #recallLate(kept: KeptRace | undefined): Promise<void> {
    if (kept && (await this.#results.recallLate(kept))) this.#tellRecalled(kept);
  }

  #tellRecalled({ config, heardMs }: KeptRace): void {
    const { store } = this.#options;
    if (!store.getSnapshot().config) store.update({ config });
    this.#connection.recall(heardMs);
  }

  async #fetch(): Promise<boolean> {
    await this.#begun;
    // What is pushed needs no fetch, and the settings were requested at the greeting.
    if (this.#connection.isUp && this.#options.store.replica.head) return true;
    const results = this.#runner ?? this.#results;
    const [isDone] = await Promise.all([results.load(), this.#config.load()]);
    return isDone;
  }

  #handleMessages(): MessageHandlers<PublicServerEvents> {
    return {
      hello: handle(isHello, (hello) => {
        this.#onHello(hello);
      }),
      results: handle(isDelta, (delta) => {
        if (this.#runner) {
          this.#noteHead(delta);
          this.#runner.receive(delta);
        } else this.#results.receive(delta);
      }),
      config: {
        read: parseConfig,
        apply: (config) => {
          this.#config.receive(config);
        },
      } satisfies MessageHandler<ConfigBody>,
      resync: handle(isHead, (head) => {
        if (this.#runner) {
          this.#noteHead(head);
          this.#runner.renew();
        } else this.#results.resync(head, this.#options.random() * RESYNC_SPREAD_MS);
        void this.#config.load();
      }),
    };
  }

  #onHello(hello: Hello): void {
    const { clock, timers, reloadPage } = this.#options;
    this.#endWait();
    if (hello.protocol > PROTOCOL_VERSION) {
      // A page that cannot be reloaded must not misread newer messages: it polls instead.
      if (!reloadPage(hello.protocol)) this.#connection.giveUp();
      return;
    }
    clock.add({
      serverMs: hello.serverTime,
      askedMs: this.#connection.openedMs,
      answeredMs: timers.now(),
    });
    this.#connection.open();
    this.#idle.push();
    this.#hello = hello;
    if (this.#runner) this.#runner.renew();
    else this.#openResults(hello);
    // Settings carry no version: a push while the socket was down can only be made up by a fetch.
    void this.#config.load();
  }

  /** Notes the head of the field from pushes since the greeting, for when the field is opened. */
  #noteHead({ epoch, version }: Head): void {
    if (this.#hello) this.#hello = { ...this.#hello, epoch, version, hash: undefined };
  }

  #openResults(head: ToldHead): void {
    const renew = (): void => {
      this.#connection.reconnect();
    };
    this.#results.open({ resume: (from) => this.#resume(from), renew }, head);
  }

  /**
   * Syncs the one runner that the page is about; switches to the field if the server has no answer for that runner
   * alone.
   */
  #openRunner(asked: string): RunnerSync {
    const { store, http, timers, signals, random } = this.#options;
    let tag: string | undefined;
    return new RunnerSync({
      timers,
      random,
      isHidden: () => signals.isHidden(),
      fetchRunner: async () => {
        const answer = await http.fetchRunner(asked, tag);
        this.#connection.hear();
        if (typeof answer !== 'object') return answer;
        ({ tag } = answer);
        return answer.body;
      },
      onRunner: (runner) => {
        if (this.#runner) store.update({ runner, isReceived: true });
        this.#connection.publish();
      },
      onNobody: () => {
        store.update({ isFieldWanted: true });
      },
    });
  }

  /** Wants the field for a page that stays, after which pushes alone keep it up to date. */
  #wantFieldLater(): void {
    const { store, timers, signals } = this.#options;
    this.#cancelStay = timers.after(STAY_MS, () => {
      if (signals.isHidden()) this.#wantFieldLater();
      else store.update({ isFieldWanted: true });
    });
  }

  /** From here on the page has the whole field. */
  #openField(): void {
    if (!this.#runner) return;
    this.#runner.stop();
    this.#cancelStay();
    this.#runner = undefined;
    if (this.#connection.isUp && this.#hello) this.#openResults(this.#hello);
    else void this.#connection.fetch();
  }

  /** Asks what was missed while the page was hidden. */
  async #confirm(): Promise<void> {
    if (!this.#runner) return this.#results.confirm();
    if (this.#options.signals.isHidden()) return;
    // Without a head the server only starts pushing again; the runner is fetched in any case.
    if (this.#connection.isUp) await this.#askToBePushed();
    await this.#runner?.load();
  }

  async #askToBePushed(): Promise<void> {
    try {
      await this.#resume(NO_HEAD);
    } catch (error) {
      logOnce('resume was not answered', error);
      this.#connection.reconnect();
    }
  }

  async #resume(head: Head): Promise<ResumeReply> {
    this.#idle.push();
    const claim: ResumeClaim = CAN_INFLATE ? { ...head, deflate: true } : head;
    const reply = await inflateReply(await this.#connection.ask('resume', claim));
    if (!isResumeReply(reply)) throw new Error('the answer has an unknown shape');
    this.#connection.hear();
    return reply;
  }

  #onStatus(status: ConnectionStatus): void {
    const { store, clock } = this.#options;
    store.update({ ...status, head: store.replica.head, clockOffsetMs: clock.offsetMs });
  }
}

/** Browsers from before 2023 cannot: they are sent plain deltas. */
const CAN_INFLATE = 'DecompressionStream' in globalThis;

/** Unpacks a packed answer (PROTOCOL.md PR35); returns any other unchanged. */
async function inflateReply(answer: unknown): Promise<unknown> {
  const deflated = (answer as { readonly deflated?: unknown } | null)?.deflated;
  if (!(deflated instanceof ArrayBuffer || ArrayBuffer.isView(deflated))) return answer;
  const bytes = new Blob([deflated as BlobPart]).stream();
  return new Response(bytes.pipeThrough(new DecompressionStream('deflate'))).json();
}

/** Undefined when it takes longer. */
function withinMs<T>(ms: DurationMs, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => {
      resolve(undefined);
    });
    void work.then(resolve).finally(cancel);
  });
}
