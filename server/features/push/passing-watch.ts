import type { Logger } from '#server/observe/logger.ts';
import type { LiveRace } from '#server/race/live-race.ts';
import type { PassingClaim } from '#server/store/push-records.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, SECOND_MS } from '#shared/model/time.ts';
import {
  type CorrectionNews,
  identifyCorrection,
  listCorrectionNews,
  type PublicCorrection,
} from '#shared/news/corrections.ts';
import { findNews, identifyNews, type News } from '#shared/news/passings.ts';
import type { Head } from '#shared/wire/http-api.ts';

/** Of several passings of a runner within this time, only the furthest is announced. */
const GATHER_MS = SECOND_MS;
/** Older reads are not announced. */
const OLDEST_MS = 10 * MINUTE_MS;
/** The clock of a scanner may be ahead by this much. */
const AHEAD_MS = 2 * MINUTE_MS;

export type FollowedNews = News | CorrectionNews;

type NamedNews = readonly [name: string, news: FollowedNews];

export interface PassingWatchParts {
  readonly race: LiveRace;
  /** Returns the ids of the subscriptions to send to. */
  readonly claim: (claim: PassingClaim) => Promise<readonly string[]>;
  readonly announce: (news: FollowedNews, followers: readonly string[]) => void;
  readonly logger: Logger;
  readonly gatherMs?: DurationMs;
}

/**
 * Finds recent passings and corrections of results, and announces those that this instance is the first to claim in
 * Redis (PROTOCOL.md WP5). A complete load, as at a start or after an import, announces nothing.
 */
export class PassingWatch {
  readonly #parts: PassingWatchParts;
  #head: Head;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PassingWatchParts) {
    this.#parts = parts;
    const { race } = parts;
    this.#head = race.head;
    race.on('advanced', this.#look);
    race.on('reloaded', this.#restart);
    race.on('corrected', this.#takeCorrection);
  }

  close(): void {
    const { race } = this.#parts;
    clearTimeout(this.#timer);
    race.off('advanced', this.#look);
    race.off('reloaded', this.#restart);
    race.off('corrected', this.#takeCorrection);
  }

  readonly #look = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#claimAll(this.#listPassings());
    }, this.#parts.gatherMs ?? GATHER_MS);
  };

  readonly #restart = (): void => {
    this.#head = this.#parts.race.head;
  };

  readonly #takeCorrection = (correction: PublicCorrection): void => {
    const found = listCorrectionNews(correction);
    void this.#claimAll(found.map((news) => [identifyCorrection(news), news]));
  };

  #listPassings(): NamedNews[] {
    const { race } = this.#parts;
    const delta = race.findDelta(this.#head);
    this.#head = race.head;
    return (delta?.upsert ?? []).flatMap((patch): NamedNews[] => {
      const row =
        'splitsMs' in patch || 'totalMs' in patch ? race.standings.find(patch.runnerId) : undefined;
      const news = row && findNews([], row, race.standings.courses);
      // No DNF: runners tell their own people, and closing a race makes hundreds.
      return news && news.point !== 'out' ? [[identifyNews(news), news]] : [];
    });
  }

  /** Without Redis nobody is notified: passings come through it, so an outage costs those of its first moment. */
  async #claimAll(found: readonly NamedNews[]): Promise<void> {
    const { epoch } = this.#parts.race.head;
    for (const [name, news] of found) {
      try {
        if (isRecent(news)) await this.#claim(name, news, epoch);
      } catch (error) {
        // The others are announced nevertheless.
        this.#parts.logger.warn({ err: error, name }, 'Followers were not notified');
      }
    }
  }

  async #claim(name: string, news: FollowedNews, epoch: string): Promise<void> {
    const { race, claim, announce } = this.#parts;
    const { runnerId } = news;
    const row = race.standings.find(runnerId);
    const isCorrection = 'correction' in news;
    if (race.head.epoch !== epoch || (!row && !isCorrection)) return;
    // Passings are not announced after the finish, corrections are.
    const lastName = isCorrection ? name : identifyNews({ runnerId, point: 'finish' });
    const club = row?.runClub ?? '';
    const followers = await claim({ epoch, name, lastName, runnerId, club });
    // If the record was replaced, the passing is announced again in the new one.
    if (followers.length > 0 && race.head.epoch === epoch) announce(news, followers);
  }
}

function isRecent({ atMs }: FollowedNews): boolean {
  if (atMs === null) return false;
  const ageMs: EpochMs = Date.now() - atMs;
  return ageMs > -AHEAD_MS && ageMs < OLDEST_MS;
}
