import { ObservableState } from '#client/live/observable-state.ts';
import type { RaceStore } from '#client/live/race-store.tsx';
import type { EventCode } from '#shared/model/event.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { ArrivalLog } from './arrival-log.ts';
import type { KeptBook } from './kept-log.ts';
import { type LoggedArrival, type Notice, keyOf } from './notices.ts';

/** Arrivals listed at first; earlier ones on demand. */
export const ARRIVALS_A_PAGE = 100;
/** How long a row stays lit after it appeared on the screen. */
const NEWS_MS: DurationMs = MINUTE_MS;
/** The most rows that a burst adds without being asked for. */
const MOST_LIT = 400;

export interface ShownArrival extends LoggedArrival {
  /** When it stops being new, by the server's clock. */
  readonly litUntilMs: EpochMs;
}

export interface BookPage {
  readonly rows: readonly ShownArrival[];
  /** How many came in while the list was being read. */
  readonly waiting: number;
  /** How many are older than those listed. */
  readonly earlier: number;
  readonly notices: readonly Notice[];
}

export interface BookView {
  readonly point: StagePoint;
  readonly events: readonly EventCode[];
}

/** The rows that stay on the screen while it is being read, and how many arrivals were known by then. */
interface Held {
  readonly ids: readonly string[];
  readonly order: number;
}

const NOTHING: BookPage = { rows: [], waiting: 0, earlier: 0, notices: [] };

/**
 * The arrivals at every point shown so far, kept from the first look on (SCREENS.md CO2): another point, a tab in the
 * background and a lost connection lose nobody. An arrival is lit from the moment it is on a visible screen. What the
 * page before a reload announced is restored from what that page kept.
 */
export class ArrivalBook extends ObservableState<BookPage> {
  readonly #store: RaceStore;
  readonly #now: () => EpochMs;
  readonly #logs = new Map<StagePoint, ArrivalLog>();
  readonly #shownMs = new Map<string, EpochMs>();
  #head: Head | undefined;
  readonly #keptHead: Head | undefined;
  #view: BookView = { point: 'finish', events: [] };
  #limit = ARRIVALS_A_PAGE;
  #isHidden = false;
  #held: Held | undefined;

  constructor(store: RaceStore, now: () => EpochMs, kept?: KeptBook) {
    super(NOTHING);
    this.#store = store;
    this.#now = now;
    this.#keptHead = kept?.head;
    for (const log of kept?.logs ?? []) this.#logs.set(log.point, new ArrivalLog(log.point, log));
    this.#openLog('finish');
  }

  /** Follows the race until the returned function is called. */
  follow(): () => void {
    this.catchUp();
    return this.#store.subscribe(() => this.catchUp());
  }

  catchUp(): void {
    const { head } = this.#store.getSnapshot();
    if (!head || head === this.#head) return;
    this.#head = head;
    for (const log of this.#logs.values()) this.#advance(log);
    this.#refresh();
  }

  look(view: BookView): void {
    this.#view = view;
    this.#held = undefined;
    this.#limit = ARRIVALS_A_PAGE;
    this.#openLog(view.point);
    this.#refresh();
  }

  /** Held, nothing in the list moves. */
  hold(isHeld: boolean): void {
    if (isHeld === (this.#held !== undefined)) return;
    this.#held = isHeld ? this.#freeze() : undefined;
    this.#refresh();
  }

  /** Hidden, nothing counts as shown. */
  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#refresh();
  }

  /** Shows the waiting arrivals, and holds them if the list was held. */
  showNew(): void {
    this.#showMore(0);
  }

  showEarlier(): void {
    this.#showMore(ARRIVALS_A_PAGE);
  }

  /** The commentator has announced these changes; without `notices` all of them. */
  acknowledge(notices?: readonly Notice[]): void {
    if (!notices) for (const log of this.#logs.values()) log.acknowledge();
    for (const { arrival } of notices ?? []) {
      this.#openLog(arrival.point).acknowledge(arrival.result.runnerId);
    }
    this.#refresh();
  }

  /** The state that a page needs after a reload; undefined while it would be less than what is kept already. */
  keep(maxLength: number): KeptBook | undefined {
    const logs = [...this.#logs.values()];
    if (!this.#head || logs.some(({ isAwaiting }) => isAwaiting)) return undefined;
    const some = logs.filter(({ order }) => order > 0);
    return { head: this.#head, logs: some.map((log) => log.keep(maxLength / some.length)) };
  }

  #openLog(point: StagePoint): ArrivalLog {
    const known = this.#logs.get(point);
    if (known) return known;
    const log = new ArrivalLog(point);
    this.#logs.set(point, log);
    if (this.#head) this.#advance(log);
    return log;
  }

  #advance(log: ArrivalLog): void {
    const { epoch, version = 0 } = this.#head ?? {};
    const kept = this.#keptHead;
    // The rows of the last visit are shown first, and may be older than what was announced.
    const isOlder = kept !== undefined && kept.epoch === epoch && version < kept.version;
    log.advance(this.#store.replica.standings, this.#now(), isOlder);
  }

  #showMore(count: number): void {
    this.#limit += count;
    const isHeld = this.#held !== undefined;
    this.#held = undefined;
    this.#refresh();
    if (isHeld) this.#held = this.#freeze();
  }

  #freeze(): Held | undefined {
    const { rows } = this.getSnapshot();
    if (rows.length === 0) return undefined;
    const ids = rows.map(({ result }) => result.runnerId);
    return { ids, order: this.#openLog(this.#view.point).order };
  }

  #refresh(): void {
    const { point, events } = this.#view;
    const log = this.#openLog(point);
    const isShown = ({ result }: LoggedArrival): boolean => events.includes(result.events);
    const notices = [...this.#logs.values()]
      .flatMap((one) => one.listNotices())
      .filter(({ arrival }) => isShown(arrival))
      .toSorted((a, b) => b.noticedMs - a.noticedMs);
    if (this.#held) {
      const rows = this.#held.ids.flatMap((id) => log.find(id) ?? []);
      const since = log.listSince(this.#held.order).filter((row) => isShown(row));
      const waiting = since.filter(({ isRevoked }) => !isRevoked).length;
      this.update({ rows: rows.map((row) => this.#show(row)), waiting, notices });
      return;
    }
    const top = log.newestFirst.list(events, Math.max(this.#limit, MOST_LIT));
    const rows = top.slice(0, Math.max(this.#limit, this.#countNews(top)));
    const earlier = log.newestFirst.count(events) - rows.length;
    this.update({ rows: rows.map((row) => this.#show(row)), waiting: 0, earlier, notices });
  }

  /** How far down the list the last new or unseen arrival is. */
  #countNews(top: readonly LoggedArrival[]): number {
    const nowMs = this.#now();
    const isNews = (row: LoggedArrival): boolean =>
      row.heardMs !== undefined && nowMs - (this.#shownMs.get(keyOf(row)) ?? nowMs) < NEWS_MS;
    return top.slice(0, MOST_LIT).findLastIndex((row) => isNews(row)) + 1;
  }

  #show(arrival: LoggedArrival): ShownArrival {
    const { heardMs, atMs } = arrival;
    if (heardMs === undefined) return { ...arrival, litUntilMs: atMs + NEWS_MS };
    const key = keyOf(arrival);
    const shownMs = this.#shownMs.get(key) ?? this.#now();
    if (!this.#isHidden) this.#shownMs.set(key, shownMs);
    return { ...arrival, litUntilMs: shownMs + NEWS_MS };
  }
}
