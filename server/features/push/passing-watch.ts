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
const RETRY_MS = 2 * SECOND_MS;

export type FollowedNews = News | CorrectionNews;

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
 * Redis (PROTOCOL.md WP5). A complete load, as at a start or after an import, announces nothing. While Redis is down
 * passings wait until they are too old.
 */
export class PassingWatch {
  readonly #parts: PassingWatchParts;
  readonly #pending = new Map<string, FollowedNews>();
  #head: Head;
  #timer: NodeJS.Timeout | undefined;
  #isClaiming = false;
  #isClosed = false;

  constructor(parts: PassingWatchParts) {
    this.#parts = parts;
    const { race } = parts;
    this.#head = race.head;
    race.on('advanced', this.#look);
    race.on('reloaded', this.#restart);
    race.on('corrected', this.#takeCorrection);
  }

  get pending(): number {
    return this.#pending.size;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#parts.race.off('advanced', this.#look);
    this.#parts.race.off('reloaded', this.#restart);
    this.#parts.race.off('corrected', this.#takeCorrection);
  }

  readonly #look = (): void => this.#lookIn(this.#parts.gatherMs ?? GATHER_MS);

  readonly #restart = (): void => {
    this.#pending.clear();
    this.#head = this.#parts.race.head;
  };

  #lookIn(delayMs: DurationMs): void {
    if (this.#isClosed || this.#isClaiming) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#gather();
      void this.#claimAll();
    }, delayMs);
  }

  #gather(): void {
    const { race } = this.#parts;
    const delta = race.findDelta(this.#head);
    this.#head = race.head;
    for (const patch of delta?.upsert ?? []) {
      const row =
        'splitsMs' in patch || 'totalMs' in patch ? race.standings.find(patch.runnerId) : undefined;
      const news = row && findNews([], row, race.standings.courses);
      // No DNF: runners tell their own people, and closing a race makes hundreds.
      if (!news || news.point === 'out' || !isRecent(news)) continue;
      this.#pending.set(identifyNews(news), news);
    }
  }

  readonly #takeCorrection = (correction: PublicCorrection): void => {
    for (const news of listCorrectionNews(correction)) {
      this.#pending.set(identifyCorrection(news), news);
    }
    this.#look();
  };

  async #claimAll(): Promise<void> {
    this.#isClaiming = true;
    try {
      for (const [name, news] of this.#pending) {
        if (isRecent(news)) await this.#claim(name, news);
        this.#pending.delete(name);
      }
    } catch (error) {
      // Tried again. If the claim succeeded and only the reply was lost, nobody is notified.
      this.#parts.logger.warn({ err: error }, 'Notifications of passings wait for Redis');
    } finally {
      this.#isClaiming = false;
    }
    if (this.#pending.size > 0) this.#lookIn(RETRY_MS);
    else if (this.#head.version !== this.#parts.race.head.version) this.#look();
  }

  async #claim(name: string, news: FollowedNews): Promise<void> {
    const { race, claim, announce } = this.#parts;
    const { runnerId } = news;
    const row = race.standings.find(runnerId);
    const isCorrection = 'correction' in news;
    if (!row && !isCorrection) return;
    const { epoch } = race.head;
    // Passings are not announced after the finish, corrections are.
    const lastName = isCorrection ? name : identifyNews({ runnerId, point: 'finish' });
    const club = row?.runClub ?? '';
    const followers = await claim({ epoch, name, lastName, runnerId, club });
    // The record was replaced: the passing is announced again in the new one.
    if (race.head.epoch !== epoch) return;
    if (followers.length > 0 && !this.#isClosed) announce(news, followers);
  }
}

function isRecent({ atMs }: FollowedNews): boolean {
  if (atMs === null) return false;
  const ageMs: EpochMs = Date.now() - atMs;
  return ageMs > -AHEAD_MS && ageMs < OLDEST_MS;
}
