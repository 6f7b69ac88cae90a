import { ObservableState } from '#client/live/observable-state.ts';
import type { RaceStore } from '#client/live/race-store.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { DurationMs, EpochMs } from '#shared/model/time.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import type { StagePoint } from '#shared/scoring/stage-point.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { ArrivalLog } from './arrival-log.ts';
import type { KeptBook } from './kept-told.ts';
import type { LoggedArrival } from './newest-first.ts';
import type { Notice } from './notices.ts';

/** So many arrivals are listed; those before them on demand. */
export const ARRIVALS_A_PAGE = 100;
/** A row is lit for so long after it came onto the screen. */
const NEWS_MS: DurationMs = MINUTE_MS;
/** However many come in a burst, no more rows are drawn than this without being asked for. */
const MOST_LIT = 400;

/** An arrival on the screen. */
export interface ShownArrival extends LoggedArrival {
  /** Until when it is news, of the server's clock. */
  readonly litUntilMs: EpochMs;
}

/** What the commentator has before them. */
export interface BookPage {
  readonly rows: readonly ShownArrival[];
  /** How many came in while the list was being read. */
  readonly waiting: number;
  /** How many stand before those that are listed. */
  readonly earlier: number;
  readonly notices: readonly Notice[];
}

/** What is looked at. */
export interface BookView {
  readonly point: StagePoint;
  readonly events: readonly EventCode[];
}

const NOTHING: BookPage = { rows: [], waiting: 0, earlier: 0, notices: [] };

/**
 * The arrivals at every point that was looked at, kept from the first look on (SCREENS.md CO2): going to
 * another point and back, a tab in the background and a link that was gone lose nobody. What is new is
 * lit from the moment it is on a screen that somebody can see. What a page before this one told it takes
 * up from what that page kept.
 */
export class ArrivalBook extends ObservableState<BookPage> {
  readonly #store: RaceStore;
  readonly #now: () => EpochMs;
  readonly #logs = new Map<StagePoint, ArrivalLog>();
  /** When each arrival came onto the screen. */
  readonly #shownMs = new Map<string, EpochMs>();
  #head: Head | undefined;
  readonly #kept: KeptBook | undefined;
  #view: BookView = { point: 'finish', events: [] };
  #limit = ARRIVALS_A_PAGE;
  #isHidden = false;
  /** What stays on the screen while it is being read. */
  #held: { readonly keys: readonly string[]; readonly order: number } | undefined;

  constructor(store: RaceStore, now: () => EpochMs, kept?: KeptBook) {
    super(NOTHING);
    this.#store = store;
    this.#now = now;
    this.#kept = kept;
    for (const { point } of kept?.logs ?? []) this.#openLog(point);
    this.#openLog('finish');
  }

  /** Follows the race until the answer is called. */
  follow(): () => void {
    this.catchUp();
    return this.#store.subscribe(() => {
      this.catchUp();
    });
  }

  /** Takes in what the race is by now. */
  catchUp(): void {
    const { head } = this.#store.getSnapshot();
    if (!head || head === this.#head) return;
    this.#head = head;
    for (const log of this.#logs.values()) this.#advance(log);
    this.#turn();
  }

  /** Looks at another point or other races. */
  look(view: BookView): void {
    this.#view = view;
    this.#held = undefined;
    this.#limit = ARRIVALS_A_PAGE;
    this.#openLog(view.point);
    this.#turn();
  }

  /** While the list is being read nothing in it moves. */
  hold(isHeld: boolean): void {
    if (isHeld === (this.#held !== undefined)) return;
    this.#held = isHeld ? this.#freeze() : undefined;
    this.#turn();
  }

  /** What nobody can see is not shown yet. */
  hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#turn();
  }

  /** Shows those who wait, and holds them if the list was held. */
  showNew(): void {
    if (!this.#held) return;
    this.#held = undefined;
    this.#turn();
    this.#held = this.#freeze();
  }

  showEarlier(): void {
    this.#limit += ARRIVALS_A_PAGE;
    const isHeld = this.#held !== undefined;
    this.#held = undefined;
    this.#turn();
    if (isHeld) this.#held = this.#freeze();
  }

  /** The commentator has said what is so by now. */
  acknowledge(notices?: readonly Notice[]): void {
    const keys = notices?.map(({ arrival }) => arrival.key) ?? [undefined];
    for (const { told } of this.#logs.values()) {
      for (const key of keys) told.acknowledge(key);
    }
    this.#turn();
  }

  /** What a page after this one needs; undefined as long as it would be less than what was kept before. */
  keep(maxLength: number): Pick<KeptBook, 'head' | 'logs'> | undefined {
    const logs = [...this.#logs.values()];
    if (!this.#head || logs.some(({ isAwaiting }) => isAwaiting)) return undefined;
    const some = logs.filter(({ told }) => told.order > 0);
    return { head: this.#head, logs: some.map((log) => log.keep(maxLength / some.length)) };
  }

  #openLog(point: StagePoint): ArrivalLog {
    let log = this.#logs.get(point);
    if (!log) {
      log = new ArrivalLog(
        point,
        this.#kept?.logs.find((one) => one.point === point),
      );
      this.#logs.set(point, log);
      if (this.#head) this.#advance(log);
    }
    return log;
  }

  #advance(log: ArrivalLog): void {
    const { epoch, version } = this.#head ?? {};
    const { head } = this.#kept ?? {};
    // What the last visit left is shown first, and may be of before what was told.
    const isOlder = head !== undefined && head.epoch === epoch && (version ?? 0) < head.version;
    log.advance(this.#store.replica.standings, this.#now(), isOlder);
  }

  #freeze(): { readonly keys: readonly string[]; readonly order: number } | undefined {
    const { rows } = this.getSnapshot();
    if (rows.length === 0) return undefined;
    return { keys: rows.map(({ key }) => key), order: this.#openLog(this.#view.point).told.order };
  }

  #turn(): void {
    const { point, events } = this.#view;
    const log = this.#openLog(point).told;
    const isShown = ({ result }: LoggedArrival): boolean => events.includes(result.events);
    const notices = [...this.#logs.values()]
      .flatMap(({ told }) => told.listNotices())
      .filter(({ arrival }) => isShown(arrival))
      .toSorted((a, b) => b.noticedMs - a.noticedMs);
    if (this.#held) {
      const rows = this.#held.keys.flatMap((key) => log.find(key) ?? []);
      const waiting = log.listSince(this.#held.order).filter((row) => isShown(row));
      this.update({
        rows: rows.map((row) => this.#show(row)),
        waiting: waiting.filter(({ isTakenBack }) => !isTakenBack).length,
        notices,
      });
      return;
    }
    const top = log.list(events, Math.max(this.#limit, MOST_LIT));
    const rows = top.slice(0, Math.max(this.#limit, this.#countNews(top)));
    const earlier = log.count(events) - rows.length;
    this.update({ rows: rows.map((row) => this.#show(row)), waiting: 0, earlier, notices });
  }

  /** How far down somebody stands who is news, or was not on the screen yet. */
  #countNews(top: readonly LoggedArrival[]): number {
    const nowMs = this.#now();
    const isNews = ({ key, heardMs }: LoggedArrival): boolean =>
      heardMs !== undefined && nowMs - (this.#shownMs.get(key) ?? nowMs) < NEWS_MS;
    return top.slice(0, MOST_LIT).findLastIndex((row) => isNews(row)) + 1;
  }

  #show(arrival: LoggedArrival): ShownArrival {
    const { key, heardMs, atMs } = arrival;
    if (heardMs === undefined) return { ...arrival, litUntilMs: atMs + NEWS_MS };
    const shownMs = this.#shownMs.get(key) ?? this.#now();
    if (!this.#isHidden) this.#shownMs.set(key, shownMs);
    return { ...arrival, litUntilMs: shownMs + NEWS_MS };
  }
}
