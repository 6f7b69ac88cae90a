import type { Head } from '#shared/wire/http-api.ts';
import type { AdminBody, RunnersDelta } from '#shared/wire/runners-api.ts';
import type { MissingBody, MissingMessage } from '#shared/wire/missing-api.ts';
import { ADMIN_POLL_MS, type AdminServerEvents, type Editing } from '#shared/wire/admin-events.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Socket } from 'socket.io-client';
import { type MessageHandlers, handle } from '../../live/feed.ts';
import { LiveConnection } from '../../live/live-connection.ts';
import { logOnce } from '../../live/log-once.ts';
import { ObservableState } from '../../live/observable-state.ts';
import type { PageSignals } from '../../live/page-signals.ts';
import type { Timers } from '../../live/timers.ts';
import { noteBuild } from '../../live/other-build.ts';
import { isBodyOf, isConfig, isHead, isHello } from '../../live/wire-guards.ts';
import { type Calls, NO_USE } from '../calls/calls.ts';
import { refreshConfig, takeConfig } from '../config/fetched-config.ts';
import { type FeedStatus, MISSING_KEY, type Missing, RUNNERS_KEY, takeMissing } from './lists.ts';
import { changeRunners, covers, readRunners, type RunnerList } from './runner-list.ts';

/** The delay before reconnecting after the server closed or refused the connection. */
const REFUSED_MS = 5_000;
/** The delay before a list that failed, or was too old, is fetched again. */
const RETRY_MS = 1_000;
/** The longest wait for a save to be pushed. */
const SETTLE_MS = 1_000;

export interface OrganisersFeedOptions {
  readonly calls: Pick<Calls, 'get'>;
  readonly queries: QueryClient;
  readonly socket: Socket;
  readonly timers: Timers;
  readonly signals: PageSignals;
  /** Checks whether the session is over, after the server refused its token. */
  readonly checkSession: () => Promise<void>;
}

/**
 * Keeps the organisers' lists in the query cache fresh over a {@link LiveConnection}.
 *
 * 1. `ListsProvider` starts it while somebody is signed in, and stops it otherwise.
 * 2. The runners are fetched once, then updated by deltas. At a gap they are fetched again.
 * 3. The missing, the settings and the editors are pushed whole.
 * 4. While the socket is down the lists and the settings are polled, and other editors are unknown.
 * 5. The runner being edited is reported to other screens.
 */
export class OrganisersFeed {
  readonly status = new ObservableState<FeedStatus>({
    presence: [],
    connection: 'catching-up',
    heardMs: undefined,
    isReplaced: false,
  });
  readonly #options: OrganisersFeedOptions;
  readonly #connection: LiveConnection;
  #editing: string | null = null;
  /** An import or a restore begins another. */
  #epoch: string | undefined;
  /** The server's head while the runners are behind it. */
  #wanted: Head | undefined;
  /** Deltas that continue from a list still to be fetched. */
  #waiting: RunnersDelta[] = [];
  #cancelRetry = (): void => undefined;

  constructor(options: OrganisersFeedOptions) {
    const { socket, timers, signals, checkSession } = options;
    this.#options = options;
    // An earlier feed may have left those of another organiser.
    for (const queryKey of [RUNNERS_KEY, MISSING_KEY]) options.queries.removeQueries({ queryKey });
    this.#connection = new LiveConnection(
      { socket, timers, signals, pollMs: ADMIN_POLL_MS, refusedMs: () => REFUSED_MS },
      {
        messages: this.#handleMessages(),
        isBehind: () => this.#wanted !== undefined,
        fetch: () => this.#fetch(),
        onClose: () => {
          // Unknown without a connection.
          this.status.update({ presence: [] });
          // Polling replaces the retries, and the next `hello` has the head to reach.
          this.#want(undefined);
        },
        onRefused: (status) => {
          if (status === 401 || status === 403) void checkSession();
        },
        onStatus: (status) => this.status.update(status),
      },
    );
  }

  start(): void {
    this.#connection.start();
    void this.refresh();
  }

  stop(): void {
    this.#waiting = [];
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
    const { queries, timers } = this.#options;
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        cancel();
        resolve();
      };
      const look = (): void => {
        if ((this.#runners?.version ?? 0) >= version) finish();
      };
      const stop = queries.getQueryCache().subscribe(look);
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
    this.status.update({ isReplaced: false });
  }

  #noteEpoch({ epoch }: Head): void {
    if (this.#epoch !== undefined && this.#epoch !== epoch) {
      this.status.update({ isReplaced: true });
    }
    this.#epoch = epoch;
  }

  #handleMessages(): MessageHandlers<AdminServerEvents> {
    const { queries, checkSession } = this.#options;
    return {
      hello: handle(isHello, (hello) => {
        noteBuild(hello.build);
        this.#connection.open();
        if (this.#editing !== null) this.#connection.send('editing', this.#editing);
        this.#noteEpoch(hello);
        this.#want(hello);
        // Settings carry no version, so that a missed push cannot be noticed.
        void refreshConfig(queries);
      }),
      config: handle(isConfig, (pushed) => void takeConfig(queries, pushed)),
      runners: handle(isBodyOf<RunnersDelta>('upsert', 'remove'), (delta) => {
        const changed = changeRunners(this.#runners, delta);
        if (changed) {
          queries.setQueryData(RUNNERS_KEY, changed);
          this.#noteProgress();
        } else {
          this.#waiting.push(delta);
          this.#want(delta);
        }
      }),
      missing: handle(
        isBodyOf<MissingMessage>('resultData', 'scannedNumberNoRunners'),
        (missing) => {
          queries.setQueryData<Missing>(MISSING_KEY, (before) =>
            takeMissing(missing.resultData, missing, before),
          );
        },
      ),
      presence: handle(isPresence, (presence) => this.status.update({ presence })),
      resync: handle(isHead, (head) => {
        this.#noteEpoch(head);
        this.#want(head);
      }),
      signedOut: () => () => {
        // Another role may see another list: the next one replaces this one.
        this.#waiting = [];
        queries.setQueryData<RunnerList>(RUNNERS_KEY, (list) => list && { ...list, version: -1 });
        void checkSession();
      },
    };
  }

  get #runners(): RunnerList | undefined {
    return this.#options.queries.getQueryData<RunnerList>(RUNNERS_KEY);
  }

  /** Fetches the runners until they are at least at this head, which replaces any earlier one. */
  #want(head: Head | undefined): void {
    this.#wanted = head && !covers(this.#runners, head) ? head : undefined;
    if (this.#wanted) void this.#loadRunners();
    else this.#cancelRetry();
    this.#connection.publish();
  }

  #noteProgress(): void {
    if (this.#wanted && covers(this.#runners, this.#wanted)) this.#wanted = undefined;
    this.#connection.publish();
  }

  async #fetch(): Promise<boolean> {
    if (!this.#connection.isUp) void refreshConfig(this.#options.queries);
    const isDone = await Promise.all([
      this.#loadRunners(),
      this.#connection.isUp ? true : this.#loadMissing(),
    ]);
    return isDone.every(Boolean);
  }

  /** Fetches the list, or joins a fetch in progress. */
  async #loadRunners(): Promise<boolean> {
    const { calls, timers } = this.#options;
    const isDone = await this.#load(RUNNERS_KEY, async () => {
      const fetched = readRunners(await calls.get<AdminBody>('/apiadmin', NO_USE));
      const known = this.#runners;
      const list = known && covers(known, fetched) ? known : fetched;
      return this.#waiting
        .splice(0)
        .reduce((before, delta) => changeRunners(before, delta) ?? before, list);
    });
    this.#noteProgress();
    this.#cancelRetry();
    if (this.#wanted) {
      this.#cancelRetry = timers.after(RETRY_MS, () => void this.#loadRunners());
    }
    return isDone;
  }

  #loadMissing(): Promise<boolean> {
    const { calls, queries } = this.#options;
    return this.#load(MISSING_KEY, async () => {
      const body = await calls.get<MissingBody>('/mia', NO_USE);
      const known = queries.getQueryData<Missing>(MISSING_KEY);
      // Pushed data is newer.
      if (known && this.#connection.isUp) return known;
      const runnerIds = body.resultData.map(({ runnerId }) => runnerId);
      return takeMissing(runnerIds, body, known);
    });
  }

  /** Fetches one list into the cache. */
  async #load(queryKey: readonly string[], queryFn: () => Promise<object>): Promise<boolean> {
    const { queries } = this.#options;
    try {
      await queries.fetchQuery({
        queryKey,
        queryFn,
        retry: false,
        structuralSharing: false,
        // Even 0 would spare the fetch after this computer's clock was set back.
        staleTime: -Infinity,
      });
      this.#connection.hear();
      return true;
    } catch (error) {
      logOnce(`the ${queryKey.join(' ')} cannot be fetched`, error);
      return false;
    }
  }
}

function isPresence(value: unknown): value is readonly Editing[] {
  return Array.isArray(value);
}
