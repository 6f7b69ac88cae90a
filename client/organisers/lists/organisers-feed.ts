import type { AdminRunner } from '#shared/wire/admin-api.ts';
import { ADMIN_POLL_MS } from '#shared/wire/admin-api.ts';

import { Hearing, judgeConnection } from '../../live/hearing.ts';
import { logOnce } from '../../live/log-once.ts';
import type { PageSignals } from '../../live/page-signals.ts';
import type { ObservableState } from '../../live/observable-state.ts';
import { Poller } from '../../live/poller.ts';
import { reconnectNow } from '../../live/socket-options.ts';
import type { Timers } from '../../live/timers.ts';
import { isHead } from '../../live/wire-guards.ts';
import { isMissingMessage, isPresence, isReplaced, isRunnersDelta } from './list-guards.ts';
import type { ListsHttp } from './lists-http.ts';
import type { Lists } from './lists.ts';
import type { OrganisersSocket } from './organisers-socket.ts';
import { RunnersSync } from './runners-sync.ts';
import { takeMissing } from './take-missing.ts';

/** How soon to come back after the server closed the connection or refused it. */
const REFUSED_MS = 5_000;
/** How long a form waits for its own save to be pushed. */
const SETTLE_MS = 1_000;

export interface OrganisersFeedOptions {
  readonly lists: ObservableState<Lists>;
  readonly http: ListsHttp;
  readonly socket: OrganisersSocket;
  readonly timers: Timers;
  readonly listenToPage: (signals: PageSignals) => () => void;
  readonly isOnline: () => boolean;
  /** The server let nobody in with this token: looks whether the session is over. */
  readonly checkSession: () => Promise<void>;
}

/**
 * Brings the organisers' lists to the screen and keeps them there: fetched at
 * first, pushed from then on, and polled exactly as long as the socket is down.
 */
export class OrganisersFeed {
  readonly #options: OrganisersFeedOptions;
  readonly #runners: RunnersSync;
  readonly #poller: Poller;
  readonly #hearing: Hearing;
  #isUp = false;
  #isRefused = false;
  #lastFetch: 'none' | 'done' | 'failed' = 'none';
  #editing: string | null = null;
  /** Up to where it is known what became of the runners: nobody is told what was before the page. */
  #toldVersion: number | undefined;
  #stopListening: (() => void) | undefined;
  #cancelConnecting = (): void => undefined;

  constructor(options: OrganisersFeedOptions) {
    this.#options = options;
    this.#runners = new RunnersSync(options.http, options.timers, () => {
      this.#publish();
    });
    this.#hearing = new Hearing(options.timers, () => {
      this.#publish();
    });
    this.#poller = new Poller(ADMIN_POLL_MS, options.timers, () => void this.refresh());
  }

  start(): void {
    this.#listen();
    this.#stopListening = this.#options.listenToPage({
      onWake: () => {
        this.#wake();
      },
      onOffline: () => {
        this.#hearing.lose();
        if (this.#isUp) void this.refresh();
      },
    });
    this.#poller.start();
    void this.refresh();
    this.#options.socket.connect();
  }

  stop(): void {
    this.#stopListening?.();
    this.#cancelConnecting();
    this.#runners.rest();
    this.#options.socket.removeAllListeners();
    this.#options.socket.io.removeAllListeners();
    this.#options.socket.disconnect();
    this.#onDown();
    this.#poller.stop();
    this.#hearing.stop();
  }

  /** Fetches the lists, all of them where nothing is pushed. Never rejects. */
  async refresh(): Promise<void> {
    const isDone = await Promise.all([
      this.#runners.load(),
      this.#isUp ? true : this.#loadMissing(),
    ]);
    if (isDone.some(Boolean)) this.#hear();
    this.#lastFetch = isDone.every(Boolean) ? 'done' : 'failed';
    this.#publish();
  }

  /**
   * After a save of this version: pushed, it is on the screen when this
   * resolves. Without a socket the lists are fetched meanwhile.
   */
  async settle(version: number | undefined): Promise<void> {
    if (!this.#isUp) void this.refresh();
    else if (version !== undefined) {
      const pause = new Promise<void>((resolve) => {
        this.#options.timers.after(SETTLE_MS, resolve);
      });
      await Promise.race([this.#runners.reach(version), pause]);
    }
  }

  /** Tells the others which runner is being edited here, and holds the list still. */
  setEditing(runnerId: string | null): void {
    this.#editing = runnerId;
    if (this.#isUp) this.#options.socket.emit('editing', runnerId);
    this.#runners.list.hold(runnerId ?? undefined);
    this.#publish();
  }

  /** What took the place of the runners was read. */
  forgetReplaced(): void {
    this.#options.lists.update({ replaced: undefined });
  }

  findRunner(runnerId: string): AdminRunner | undefined {
    return this.#runners.list.find(runnerId);
  }

  #listen(): void {
    const { socket, lists, checkSession } = this.#options;
    socket.io.on('ping', () => {
      this.#hear();
    });
    socket.on('hello', (hello: unknown) => {
      if (!isHead(hello)) return logOnce('a hello message has an unknown shape', hello);
      this.#onUp();
      this.#toldVersion ??= hello.version;
      this.#runners.want(hello);
    });
    socket.on('runners', (delta: unknown) => {
      if (!isRunnersDelta(delta)) return logOnce('a runners message has an unknown shape', delta);
      this.#hear();
      this.#runners.receive(delta);
    });
    socket.on('missing', (missing: unknown) => {
      if (!isMissingMessage(missing)) {
        return logOnce('a missing message has an unknown shape', missing);
      }
      this.#hear();
      const before = lists.getSnapshot().missing;
      lists.update({ missing: takeMissing(missing.resultData, missing, before) });
    });
    socket.on('presence', (presence: unknown) => {
      if (!isPresence(presence))
        return logOnce('a presence message has an unknown shape', presence);
      this.#hear();
      lists.update({ presence });
    });
    socket.on('resync', (resync: unknown) => {
      if (!isHead(resync)) return logOnce('a resync message has an unknown shape', resync);
      this.#hear();
      this.#runners.want(resync);
    });
    socket.on('replaced', (replaced: unknown) => {
      if (!isReplaced(replaced))
        return logOnce('a replaced message has an unknown shape', replaced);
      this.#hear();
      if (this.#toldVersion === undefined || replaced.version <= this.#toldVersion) return;
      this.#toldVersion = replaced.version;
      lists.update({ replaced });
    });
    socket.on('signedOut', () => {
      void checkSession();
    });
    socket.on('disconnect', (reason) => {
      this.#onDown();
      // The one reason after which the socket does not come back by itself.
      if (reason === 'io server disconnect') this.#connectLater();
    });
    socket.on(
      'connect_error',
      (error: Error & { readonly data?: { readonly status?: number } }) => {
        this.#isRefused = true;
        this.#publish();
        if (error.data?.status === 401 || error.data?.status === 403) void checkSession();
        if (!socket.active) this.#connectLater();
      },
    );
  }

  #onUp(): void {
    this.#isUp = true;
    this.#isRefused = false;
    this.#poller.stop();
    this.#hear();
    if (this.#editing !== null) this.#options.socket.emit('editing', this.#editing);
    this.#publish();
  }

  async #loadMissing(): Promise<boolean> {
    try {
      const body = await this.#options.http.fetchMissing();
      this.#hear();
      // Pushed meanwhile is newer.
      if (body === 'unchanged' || this.#isUp) return true;
      const { lists } = this.#options;
      const runnerIds = body.resultData.map(({ runnerId }) => runnerId);
      lists.update({ missing: takeMissing(runnerIds, body, lists.getSnapshot().missing) });
      return true;
    } catch (error) {
      logOnce('the missing runners cannot be fetched', error);
      return false;
    }
  }

  #onDown(): void {
    this.#isUp = false;
    this.#lastFetch = 'none';
    this.#poller.start();
    // Who edits what is not known any more.
    this.#options.lists.update({ presence: [] });
    this.#publish();
  }

  #connectLater(): void {
    const { socket, timers } = this.#options;
    this.#cancelConnecting = timers.after(REFUSED_MS, () => {
      socket.connect();
    });
  }

  #wake(): void {
    const { isDoubtful, isLost } = this.#hearing;
    if (!this.#isUp || isLost) {
      this.#hearing.restart();
      this.#publish();
      reconnectNow(this.#options.socket);
    }
    if (!this.#isUp || isDoubtful) void this.refresh();
  }

  #hear(): void {
    this.#options.lists.update({ heardMs: this.#hearing.restart() });
  }

  #publish(): void {
    this.#options.lists.update({
      runners: this.#runners.isLoaded ? this.#runners.list.runners : undefined,
      everyone: this.#runners.list.everyone,
      isHeldGone: this.#runners.list.isHeldGone,
      connection: judgeConnection({
        hearing: this.#hearing,
        isUp: this.#isUp,
        isBehind: this.#runners.isBehind,
        isRefused: this.#isRefused,
        lastFetch: this.#lastFetch,
        isOnline: this.#options.isOnline(),
      }),
    });
  }
}
