import type { RaceStore } from '#client/live/race-store.tsx';
import type { Timers } from '#client/live/timers.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, SECOND_MS } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-moment.ts';
import { findNews, listNewsPoints, type News, type NewsPoint } from '#shared/news/passings.ts';

import type { Announced, AnnouncedStore } from './announced-store.ts';

/** A hidden page leaves the news for this long to a visible one. */
export const HIDDEN_WAIT_MS: DurationMs = 3 * SECOND_MS;
/** With more runners than this the store forgets those who are not followed now. */
export const MOST_ANNOUNCED = 1_000;

export interface NewsWatchOptions {
  readonly race: Pick<RaceStore, 'replica'>;
  readonly watched: () => Iterable<string>;
  readonly announcedStore: AnnouncedStore;
  readonly timers: Timers;
  /** By the server's clock. */
  readonly now: () => EpochMs;
  readonly isHidden: () => boolean;
  /** Whether news reaches somebody who does not look at the page. */
  readonly canNotify: () => boolean;
  /** Announces the news of one moment. */
  readonly announce: (news: readonly News[]) => void;
}

/**
 * Finds news of the followed runners (SCREENS.md FW1). All tabs of a browser share what was
 * announced, and the tab that writes it there announces it: so it is announced once, and a page
 * that returns after an hour knows what it has missed. A runner without a change costs one look-up.
 */
export class NewsWatch {
  readonly #options: NewsWatchOptions;
  readonly #seen = new Map<string, UnrankedResult | undefined>();
  #isBusy = false;
  #cancelWait: (() => void) | undefined;

  constructor(options: NewsWatchOptions) {
    this.#options = options;
  }

  /** Call when the race, the followed runners or the visibility may have changed. */
  look(): void {
    const { isHidden, canNotify, timers } = this.#options;
    if (this.#isBusy) return;
    const changed = this.#findChanged();
    if (changed.length === 0) return;
    if (!isHidden()) {
      void this.#claim(changed);
    } else if (canNotify()) {
      this.#cancelWait ??= timers.after(HIDDEN_WAIT_MS, () => {
        this.#cancelWait = undefined;
        if (!this.#isBusy) void this.#claim(this.#findChanged());
      });
    }
  }

  /** They are no longer followed: followed again, they start with their state of then. */
  async forget(runnerIds: readonly string[]): Promise<void> {
    for (const runnerId of runnerIds) this.#seen.delete(runnerId);
    const gone = new Set(runnerIds);
    await this.#options.announcedStore.change((announced) =>
      Object.fromEntries(Object.entries(announced).filter(([runnerId]) => !gone.has(runnerId))),
    );
  }

  close(): void {
    this.#cancelWait?.();
  }

  #findChanged(): readonly string[] {
    const { race, watched } = this.#options;
    if (!race.replica.head) return [];
    const { standings } = race.replica;
    return [...watched()].filter(
      (runnerId) =>
        !this.#seen.has(runnerId) || this.#seen.get(runnerId) !== standings.find(runnerId),
    );
  }

  async #claim(runnerIds: readonly string[]): Promise<void> {
    const { race, watched, announcedStore, announce, now } = this.#options;
    const { standings } = race.replica;
    const nowMs = now();
    // The rows of now: the race goes on while this is written, and later changes are news of their own.
    const rows = new Map(runnerIds.map((runnerId) => [runnerId, standings.find(runnerId)]));
    const states = new Map(Array.from(rows, ([runnerId, row]) => [runnerId, soFar(row, nowMs)]));
    this.#isBusy = true;
    let news: readonly News[] = [];
    await announcedStore.change((announced) => {
      news = [...states.values()].flatMap((state) => {
        const known = state && announced[state.runnerId];
        const one = known && findNews(known, state, standings.courses);
        return one ? [one] : [];
      });
      const next = { ...announced };
      for (const [runnerId, state] of states) {
        next[runnerId] = [
          ...new Set<NewsPoint>([...(announced[runnerId] ?? []), ...listNewsPoints(state)]),
        ];
      }
      return trim(next, watched());
    });
    for (const [runnerId, row] of rows) this.#seen.set(runnerId, row);
    this.#isBusy = false;
    if (news.length > 0) announce(news);
    this.look();
  }
}

/** The row up to now: a finish in the future is no news (SCREENS.md AR5). */
function soFar(row: UnrankedResult | undefined, nowMs: EpochMs): UnrankedResult | undefined {
  const endMs = (row?.startedAtMs ?? 0) + (row?.totalMs ?? 0);
  return row && isYetToCome(endMs, nowMs) ? { ...row, status: 'racing', totalMs: null } : row;
}

function trim(announced: Announced, watched: Iterable<string>): Announced {
  const entries = Object.entries(announced);
  if (entries.length <= MOST_ANNOUNCED) return announced;
  const kept = new Set(watched);
  return Object.fromEntries(entries.filter(([runnerId]) => kept.has(runnerId)));
}
