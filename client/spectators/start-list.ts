import { logOnce } from '#client/live/log-once.ts';
import { ObservableState } from '#client/live/observable-state.ts';
import type { RaceHttp } from '#client/live/race-http.ts';
import type { RaceStore } from '#client/live/race-store.ts';
import type { Timers } from '#client/live/timers.ts';
import type { Starter } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { StartListBody } from '#shared/wire/http-api.ts';

/** How often it is asked for anew while somebody searches; unchanged it costs next to nothing. */
const RENEW_MS: DurationMs = 30_000;
/** The same when it did not arrive. */
const RETRY_MS: DurationMs = 5_000;
/** A whole crowd may load the race anew in the same moment: each page waits up to this long. */
const SPREAD_MS: DurationMs = 500;

/** What a private runner has not, for the public (RULES.md PV1). */
const HIDDEN = { firstName: '', lastName: '', runClub: '', ageGroup: '' } as const;

export interface StartList {
  /** Undefined until it is here. */
  readonly starters: readonly Starter[] | undefined;
  /** The last try to fetch it failed. */
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
 * Who is registered, fetched once for everything on the page that wants it, and kept while something
 * does (PROTOCOL.md PR25). Who becomes private meanwhile is named no more, without a request (PV3).
 */
export class SharedStartList extends ObservableState<StartList> {
  readonly #options: SharedStartListOptions;
  #wants = 0;
  #list: StartListBody | undefined;
  #isBusy = false;
  #hidden: unknown;
  #courses: unknown;
  /** What the race showed when the list was asked for last, or is about to be. */
  #standings: unknown;
  #cancel = (): void => undefined;

  constructor(options: SharedStartListOptions) {
    super(NO_START_LIST);
    this.#options = options;
  }

  /** Keeps it here and renewed until the answer is called. */
  want(): () => void {
    const { store } = this.#options;
    this.#wants += 1;
    if (this.#wants === 1) {
      // Nobody followed who became private.
      if (this.#standings !== store.replica.standings) this.#list = undefined;
      this.#show();
      void this.#renew();
    }
    const end = store.subscribe(() => {
      this.#follow();
    });
    return () => {
      end();
      this.#wants -= 1;
      if (this.#wants === 0) this.#cancel();
    };
  }

  /** Whatever the race tells of the list. */
  #follow(): void {
    const { store, random } = this.#options;
    const { hidden, standings } = store.replica;
    if (this.#hidden !== hidden || this.#courses !== standings.courses) this.#show();
    if (this.#isBusy || this.#standings === standings) return;
    this.#standings = standings;
    // Loaded anew, it does not tell who became private.
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
      const known = this.#list;
      const list = await http.fetchStartList(known);
      this.#list = list === 'unchanged' ? known : list;
    } catch (error) {
      logOnce('the start list cannot be fetched', error);
      hasFailed = true;
    }
    this.#isBusy = false;
    this.#show(hasFailed);
    if (this.#wants === 0) return;
    this.#renewIn(hasFailed ? RETRY_MS : RENEW_MS);
    this.#follow();
  }

  /**
   * Shows the list as it came, without the names of those who became private after it was made, and without
   * entries of events that the race does not have here (PROTOCOL.md PR28).
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
