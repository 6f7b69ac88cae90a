import type { RaceStore } from '#client/live/race-store.tsx';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isYetToCome } from '#shared/scoring/future-finish.ts';
import { findNews, listNewsPoints, type News, type NewsPoint } from '#shared/news/passings.ts';

export interface NewsWatchOptions {
  readonly race: Pick<RaceStore, 'replica'>;
  readonly watched: () => Iterable<string>;
  /** By the server's clock. */
  readonly now: () => EpochMs;
  readonly isHidden: () => boolean;
  /** Announces the news of one moment. */
  readonly announce: (news: readonly News[]) => void;
}

interface Known {
  readonly row: UnrankedResult | undefined;
  /** Announced, or passed before anybody watched. */
  readonly points: readonly NewsPoint[];
}

/**
 * Finds news of the followed runners since they were starred or the page was opened, each once. A page that nobody
 * looks at finds it when somebody does. A runner without a change costs one look-up.
 */
export class NewsWatch {
  readonly #options: NewsWatchOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: NewsWatchOptions) {
    this.#options = options;
  }

  /** Call when the race, the followed runners or the visibility may have changed. */
  look(): void {
    const { race, watched, announce, now, isHidden } = this.#options;
    const { standings, head } = race.replica;
    if (!head || isHidden()) return;
    const nowMs = now();
    const ids = new Set(watched());
    // Followed again, they start with their state of then.
    for (const runnerId of this.#known.keys()) if (!ids.has(runnerId)) this.#known.delete(runnerId);
    const news = [...ids].flatMap((runnerId): readonly News[] => {
      const row = standings.find(runnerId);
      const known = this.#known.get(runnerId);
      if (known && known.row === row) return [];
      const state = soFar(row, nowMs);
      const points = new Set([...(known?.points ?? []), ...listNewsPoints(state)]);
      this.#known.set(runnerId, { row, points: [...points] });
      const one = state && known && findNews(known.points, state, standings.courses);
      return one ? [one] : [];
    });
    if (news.length > 0) announce(news);
  }
}

/** The row up to now: a finish in the future is no news (SCREENS.md AR5). */
function soFar(row: UnrankedResult | undefined, nowMs: EpochMs): UnrankedResult | undefined {
  const endMs = (row?.startedAtMs ?? 0) + (row?.totalMs ?? 0);
  return row && isYetToCome(endMs, nowMs) ? { ...row, status: 'racing', totalMs: null } : row;
}
