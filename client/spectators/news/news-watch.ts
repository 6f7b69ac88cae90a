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
  readonly announce: (news: readonly News[]) => void;
}

interface Known {
  readonly row: UnrankedResult | undefined;
  /** Announced, or passed before the runner was followed. */
  readonly points: readonly NewsPoint[];
}

/** Finds each piece of news since a runner was followed or the page was opened; a hidden page finds it once visible. */
export class NewsWatch {
  readonly #options: NewsWatchOptions;
  readonly #known = new Map<string, Known>();

  constructor(options: NewsWatchOptions) {
    this.#options = options;
  }

  /** Call after any change of the race, the followed runners or the visibility. */
  look(): void {
    const { race, watched, announce, now, isHidden } = this.#options;
    const { standings, head } = race.replica;
    if (!head || isHidden()) return;
    const nowMs = now();
    const ids = new Set(watched());
    // If followed again, a runner starts with the state of then.
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

/** Hides a finish in the future, which is no news (SCREENS.md AR5). */
function soFar(row: UnrankedResult | undefined, nowMs: EpochMs): UnrankedResult | undefined {
  const endMs = (row?.startedAtMs ?? 0) + (row?.totalMs ?? 0);
  return row && isYetToCome(endMs, nowMs) ? { ...row, status: 'racing', totalMs: null } : row;
}
