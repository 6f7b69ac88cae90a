import type { RaceStore } from '#client/live/race-store.tsx';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import { findNews, listNewsPoints, type News, type NewsPoint } from '#shared/news/passings.ts';

import type { Announced, AnnouncedStore } from './announced-store.ts';

/** With more runners than this the store forgets those who are not followed now. */
const MOST_ANNOUNCED = 1_000;

export interface NewsWatchOptions {
  readonly race: Pick<RaceStore, 'replica'>;
  readonly watched: () => Iterable<string>;
  readonly announcedStore: AnnouncedStore;
  /** By the server's clock. */
  readonly now: () => EpochMs;
  readonly isHidden: () => boolean;
  /** Announces the news of one moment. */
  readonly announce: (news: readonly News[]) => void;
}

/**
 * Finds news of the followed runners, for a page that somebody looks at. All tabs of a browser share
 * what was announced, so that it is announced once, and a page that returns after an hour knows what it has missed. A
 * runner without a change costs one look-up.
 */
export class NewsWatch {
  readonly #options: NewsWatchOptions;
  readonly #seen = new Map<string, UnrankedResult | undefined>();

  constructor(options: NewsWatchOptions) {
    this.#options = options;
  }

  /** Call when the race, the followed runners or the visibility may have changed. */
  look(): void {
    const { race, watched, announcedStore, announce, now, isHidden } = this.#options;
    const { standings, head } = race.replica;
    if (!head || isHidden()) return;
    const changed = [...watched()].filter(
      (runnerId) =>
        !this.#seen.has(runnerId) || this.#seen.get(runnerId) !== standings.find(runnerId),
    );
    if (changed.length === 0) return;
    const nowMs = now();
    const announced = announcedStore.read();
    const next = { ...announced };
    const news = changed.flatMap((runnerId): readonly News[] => {
      const row = standings.find(runnerId);
      this.#seen.set(runnerId, row);
      const state = soFar(row, nowMs);
      const known = announced[runnerId];
      next[runnerId] = [...new Set<NewsPoint>([...(known ?? []), ...listNewsPoints(state)])];
      const one = state && known && findNews(known, state, standings.courses);
      return one ? [one] : [];
    });
    announcedStore.write(trim(next, watched()));
    if (news.length > 0) announce(news);
  }

  /** They are no longer followed: followed again, they start with their state of then. */
  forget(runnerIds: readonly string[]): void {
    const { announcedStore } = this.#options;
    for (const runnerId of runnerIds) this.#seen.delete(runnerId);
    const gone = new Set(runnerIds);
    const entries = Object.entries(announcedStore.read());
    announcedStore.write(Object.fromEntries(entries.filter(([runnerId]) => !gone.has(runnerId))));
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
