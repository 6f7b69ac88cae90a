import type { Head } from '#shared/wire/http-api.ts';
import type { AdminBody, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { MissingBody, MissingMessage } from '#shared/wire/missing-api.ts';
import { ADMIN_POLL_MS, type AdminServerEvents, type Editing } from '#shared/wire/admin-events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { type MessageHandlers, handle } from '../../live/feed.ts';
import { LiveConnection } from '../../live/live-connection.ts';
import { logOnce } from '../../live/log-once.ts';
import type { ObservableState } from '../../live/observable-state.ts';
import type { PageSignals } from '../../live/page-signals.ts';
import type { Timers } from '../../live/timers.ts';
import { noteBuild } from '../../live/other-build.ts';
import { isBodyOf, isConfig, isHead, isHello } from '../../live/wire-guards.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { refreshConfig, takeConfig } from '../config/fetched-config.ts';
import { type Lists, NO_LISTS, takeMissing } from './lists.ts';
import { RunnersSync } from './runners-sync.ts';

/** The delay before reconnecting after the server closed or refused the connection. */
const REFUSED_MS = 5_000;
/** The longest wait for a save to be pushed. */
const SETTLE_MS = 1_000;

export interface OrganisersFeedOptions {
  readonly lists: ObservableState<Lists>;
  readonly calls: Pick<Calls, 'get'>;
  readonly queries: QueryClient;
  readonly socket: Socket;
  readonly timers: Timers;
  readonly signals: PageSignals;
  /** Checks whether the session is over, after the server refused its token. */
  readonly checkSession: () => Promise<void>;
}

/**
 * Keeps the organisers' lists fresh over a {@link LiveConnection}.
 *
 * 1. `ListsProvider` starts it while somebody is signed in, and stops it otherwise.
 * 2. The runners are fetched once, then updated by deltas: {@link RunnersSync}.
 * 3. The missing, the settings and the editors are pushed whole.
 * 4. While the socket is down the lists and the settings are polled, and other editors are unknown.
 * 5. The runner being edited is reported to other screens.
 */
export class OrganisersFeed {
  readonly #options: OrganisersFeedOptions;
  readonly #runners: RunnersSync;
  readonly #connection: LiveConnection;
  #editing: string | null = null;
  /** An import or a restore begins another. */
  #epoch: string | undefined;

  constructor(options: OrganisersFeedOptions) {
    const { calls, socket, timers, signals, lists, checkSession } = options;
    this.#options = options;
    this.#runners = new RunnersSync({
      timers,
      fetchRunners: async () => {
        const body = await calls.get<AdminBody>('/apiadmin', NO_USE);
        this.#connection.hear();
        return body;
      },
      onChange: () => this.#connection.publish(),
    });
    this.#connection = new LiveConnection(
      { socket, timers, signals, pollMs: ADMIN_POLL_MS, refusedMs: () => REFUSED_MS },
      {
        messages: this.#handleMessages(),
        isBehind: () => this.#runners.isBehind,
        fetch: () => this.#fetch(),
        onClose: () => {
          // Unknown without a connection.
          lists.update({ presence: [] });
        },
        onRefused: (status) => {
          if (status === 401 || status === 403) void checkSession();
        },
        onStatus: (status) => {
          const { runners, byId, version } = this.#runners;
          lists.update({
            ...status,
            runners,
            everyone: runners ?? NO_LISTS.everyone,
            byId,
            version,
          });
        },
      },
    );
  }

  start(): void {
    this.#connection.start();
    void this.refresh();
  }

  stop(): void {
    this.#runners.rest();
    this.#connection.stop();
  }

  /** Fetches the runners, and without a socket the other lists too. Never rejects. */
  refresh(): Promise<void> {
    return this.#connection.fetch();
  }

  /**
   * Call after a save: waits, for a moment at most, until this version is on the screen. Without a socket it fetches the
   * lists and does not wait.
   */
  async settle(version: number | undefined): Promise<void> {
    if (!this.#connection.isUp) void this.refresh();
    else if (version !== undefined) await this.#reach(version);
  }

  #reach(version: number): Promise<void> {
    const { lists, timers } = this.#options;
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        cancel();
        resolve();
      };
      const look = (): void => {
        if ((lists.getSnapshot().version ?? 0) >= version) finish();
      };
      const stop = lists.subscribe(look);
      const cancel = timers.after(SETTLE_MS, finish);
      look();
    });
  }

  /** Reports to other screens which runner is edited here. */
  setEditing(runnerId: string | null): void {
    this.#editing = runnerId;
    if (this.#connection.isUp) this.#connection.send('editing', runnerId);
  }

  forgetReplaced(): void {
    this.#options.lists.update({ isReplaced: false });
  }

  #noteEpoch({ epoch }: Head): void {
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      this.#options.lists.update({ isReplaced: true });
    }
    this.#epoch = epoch;
  }

  #handleMessages(): MessageHandlers<AdminServerEvents> {
    const { lists, queries, checkSession } = this.#options;
    return {
      hello: handle(isHello, (hello) => {
        noteBuild(hello.build);
        this.#connection.open();
        if (this.#editing !== null) this.#connection.send('editing', this.#editing);
        this.#noteEpoch(hello);
        this.#runners.want(hello);
        // Settings carry no version, so that a missed push cannot be noticed.
        void refreshConfig(queries);
      }),
      config: handle(isConfig, (pushed) => void takeConfig(queries, pushed)),
      runners: handle(isBodyOf<RunnersDelta>('upsert', 'remove'), (delta) =>
        this.#runners.receive(delta),
      ),
      missing: handle(
        isBodyOf<MissingMessage>('resultData', 'scannedNumberNoRunners'),
        (missing) => {
          const before = lists.getSnapshot().missing;
          lists.update({ missing: takeMissing(missing.resultData, missing, before) });
        },
      ),
      presence: handle(isPresence, (editors) => lists.update({ presence: editors })),
      resync: handle(isHead, (head) => {
        this.#noteEpoch(head);
        this.#runners.want(head);
      }),
      signedOut: () => () => {
        this.#runners.forget();
        void checkSession();
      },
    };
  }

  async #fetch(): Promise<boolean> {
    if (!this.#connection.isUp) void refreshConfig(this.#options.queries);
    const isDone = await Promise.all([
      this.#runners.load(),
      this.#connection.isUp ? true : this.#loadMissing(),
    ]);
    return isDone.every(Boolean);
  }

  async #loadMissing(): Promise<boolean> {
    try {
      const body = await this.#options.calls.get<MissingBody>('/mia', NO_USE);
      this.#connection.hear();
      // Pushed data is newer.
      if (this.#connection.isUp) return true;
      const { lists } = this.#options;
      const runnerIds = body.resultData.map(({ runnerId }) => runnerId);
      lists.update({ missing: takeMissing(runnerIds, body, lists.getSnapshot().missing) });
      return true;
    } catch (error) {
      logOnce('the missing runners cannot be fetched', error);
      return false;
    }
  }
}

function isPresence(value: unknown): value is readonly Editing[] {
  return Array.isArray(value);
}
