import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { RaceHttp } from '#client/live/race-http.ts';
import type { RaceStore } from '#client/live/race-store.tsx';
import type { Timers } from '#client/live/timers.ts';
import type { Starter } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { StartListBody } from '#shared/wire/http-api.ts';

/** The interval of conditional fetches while the list is used. */
const RENEW_MS: DurationMs = 30_000;
/** The delay after a failure. */
const RETRY_MS: DurationMs = 5_000;
/** The random delay after a reload of the race, which happens on all pages at once. */
const SPREAD_MS: DurationMs = 500;

/** The fields hidden of a private runner (RULES.md PV1). */
const HIDDEN = { firstName: '', lastName: '', runClub: '', ageGroup: '', sex: null } as const;

export interface StartList {
  /** Undefined until loaded. */
  readonly starters: readonly Starter[] | undefined;
  readonly hasFailed: boolean;
}

export const NO_START_LIST: StartList = { starters: undefined, hasFailed: false };

export interface SharedStartListOptions {
  readonly store: RaceStore;
  readonly http: Pick<RaceHttp, 'fetchStartList'>;
  readonly timers: Timers;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * The registered runners, fetched once for all users on the page, and kept while there is one (PROTOCOL.md PR25). The
 * names of runners who become private are removed without a request (PV3).
 */
export class SharedStartList extends ObservableState<StartList> {
  readonly #options: SharedStartListOptions;
  #users = 0;
  #list: StartListBody | undefined;
  #isBusy = false;
  #hidden: unknown;
  #courses: unknown;
  /** The standings at the last fetch, or those for which one is scheduled. */
  #standings: unknown;
  #cancel = (): void => undefined;

  constructor(options: SharedStartListOptions) {
    super(NO_START_LIST);
    this.#options = options;
  }

  /** Keeps it loaded and renewed until the returned function is called. */
  want(): () => void {
    const { store } = this.#options;
    this.#users += 1;
    if (this.#users === 1) {
      // Without a user, nothing recorded who became private.
      if (this.#standings !== store.replica.standings) this.#list = undefined;
      this.#show();
      void this.#renew();
    }
    const end = store.subscribe(() => this.#follow());
    return () => {
      end();
      this.#users -= 1;
      if (this.#users === 0) this.#cancel();
    };
  }

  #follow(): void {
    const { store, random } = this.#options;
    const { hidden, standings } = store.replica;
    if (this.#hidden !== hidden || this.#courses !== standings.courses) this.#show();
    if (this.#isBusy || this.#standings === standings) return;
    this.#standings = standings;
    // Reloaded results do not show who became private.
    this.#renewIn(random() * SPREAD_MS);
  }

  #renewIn(delayMs: DurationMs): void {
    this.#cancel();
    this.#cancel = this.#options.timers.after(delayMs, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    if (this.#isBusy) return;
    const { http, store } = this.#options;
    this.#isBusy = true;
    this.#standings = store.replica.standings;
    let hasFailed = false;
    try {
      const list = await http.fetchStartList();
      const { epoch, version } = this.#list ?? {};
      // An unchanged list stays the same object.
      if (list.epoch !== epoch || list.version !== version) this.#list = list;
    } catch (error) {
      logOnce('the start list cannot be fetched', error);
      hasFailed = true;
    }
    this.#isBusy = false;
    this.#show(hasFailed);
    if (this.#users === 0) return;
    this.#renewIn(hasFailed ? RETRY_MS : RENEW_MS);
    this.#follow();
  }

  /**
   * Removes the names of runners who became private after the list was made, and entries of events that are unknown
   * here yet: the list may be of a newer setup.
   */
  #show(hasFailed = this.getSnapshot().hasFailed): void {
    const { hidden, standings } = this.#options.store.replica;
    const { courses } = standings;
    const { starters: all, version = 0 } = this.#list ?? {};
    this.#hidden = hidden;
    this.#courses = courses;
    const isKnown = ({ events }: Starter): boolean => courses.hasEvent(events);
    const starters = all?.every(isKnown) ? all : all?.filter(isKnown);
    const isHidden = ({ runnerId }: Starter): boolean => (hidden.get(runnerId) ?? 0) > version;
    const shown = hidden.size
      ? starters?.map((one) => (isHidden(one) ? { ...one, ...HIDDEN } : one))
      : starters;
    this.update({ starters: shown, hasFailed });
  }
}
