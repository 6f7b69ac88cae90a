import type { RaceReplica } from '#client/live/race-replica.ts';
import { logOnce } from '#client/live/log-once.ts';
import type { Timers } from '#client/live/timers.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import {
  type CorrectionNews,
  isCorrected,
  listCorrectionNews,
  type PublicCorrection,
  versionOf,
} from '#shared/news/corrections.ts';
import type { Head } from '#shared/wire/http-api.ts';

const RETRY_MS: DurationMs = 2 * SECOND_MS;
const MOST_TRIES = 5;

export interface CorrectionWatchOptions {
  readonly race: { readonly replica: Pick<RaceReplica, 'standings' | 'head'> };
  readonly watched: () => Iterable<string>;
  readonly fetch: (head: Head | undefined) => Promise<readonly PublicCorrection[]>;
  readonly timers: Timers;
  readonly announce: (news: readonly CorrectionNews[]) => void;
}

/** A runner whose corrections are requested: those after `since` are new. */
interface Asked {
  readonly since: number;
  readonly tries: number;
}

/**
 * Finds corrections of the published results of followed runners. A change shows
 * in the results, and only then the page fetches the reason.
 */
export class CorrectionWatch {
  readonly #options: CorrectionWatchOptions;
  /** The rows at the last look, and the head of the page. */
  #seen = new Map<string, UnrankedResult>();
  #head: Head | undefined;
  readonly #asked = new Map<string, Asked>();
  #isAsking = false;
  #cancel: (() => void) | undefined;

  constructor(options: CorrectionWatchOptions) {
    this.#options = options;
  }

  /** Call when the race or the followed runners may have changed. */
  look(): void {
    const { race, watched } = this.#options;
    const { standings, head } = race.replica;
    if (!head) return;
    const since = this.#head?.epoch === head.epoch ? this.#head.version : head.version;
    const seen = new Map<string, UnrankedResult>();
    for (const runnerId of watched()) {
      const row = standings.find(runnerId);
      const before = this.#seen.get(runnerId);
      if (before && before !== row && isCorrected(before, row, standings.courses)) {
        const known = this.#asked.get(runnerId);
        this.#asked.set(runnerId, { since: known?.since ?? since, tries: 0 });
      }
      if (row) seen.set(runnerId, row);
    }
    this.#seen = seen;
    this.#head = head;
    if (this.#asked.size > 0) void this.#ask();
  }

  close(): void {
    this.#asked.clear();
    this.#cancel?.();
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#cancel?.();
    const asked = new Map(this.#asked);
    try {
      const news = (await this.#options.fetch(this.#options.race.replica.head))
        .flatMap(listCorrectionNews)
        .filter(({ runnerId, correction }) => {
          const { since = Infinity } = asked.get(runnerId) ?? {};
          return versionOf(correction) > since;
        });
      for (const [runnerId, one] of asked) {
        if (this.#asked.get(runnerId) === one) this.#asked.delete(runnerId);
      }
      if (news.length > 0) this.#options.announce(news);
    } catch (error) {
      logOnce('why a result was corrected cannot be asked', error);
      for (const [runnerId, { since, tries }] of asked) {
        if (tries + 1 >= MOST_TRIES) this.#asked.delete(runnerId);
        else this.#asked.set(runnerId, { since, tries: tries + 1 });
      }
    }
    this.#isAsking = false;
    if (this.#asked.size === 0) return;
    this.#cancel = this.#options.timers.after(RETRY_MS, () => void this.#ask());
  }
}
