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

/**
 * Passings within this time are handled together: for a runner with two of them only the further point is announced.
 */
const GATHER_MS = SECOND_MS;
/** An older read is no news, by the server's clock; one slightly in the future is from a clock that is ahead. */
const OLDEST_MS = 10 * MINUTE_MS;
const AHEAD_MS = 2 * MINUTE_MS;
/** Passings that wait for Redis; beyond this the oldest are dropped. */
export const MOST_PENDING = 5_000;
const RETRY_MS = 2 * SECOND_MS;

/** News for followers: a passing, or a correction of a published result. */
export type FollowedNews = News | CorrectionNews;

export interface PassingWatchParts {
  readonly race: LiveRace;
  /** The ids of the subscriptions to send to. */
  readonly claim: (claim: PassingClaim) => Promise<readonly string[]>;
  readonly announce: (news: FollowedNews, followers: readonly string[]) => void;
  readonly logger: Logger;
  readonly gatherMs?: DurationMs;
}

/**
 * Finds who has just passed a point of the course or finished, and whose result was corrected, and gives each to
 * whichever instance asks Redis first (PROTOCOL.md WP). A complete load, as at a start or after an import, is no news;
 * a change is, if the read is recent. While Redis is away passings wait until they are too old.
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
      // Runners announce a DNF to their own people, and a closed race makes hundreds.
      if (!news || news.point === 'out' || !isOfNow(news)) continue;
      this.#add(identifyNews(news), news);
    }
  }

  readonly #takeCorrection = (correction: PublicCorrection): void => {
    for (const news of listCorrectionNews(correction)) this.#add(identifyCorrection(news), news);
    this.#look();
  };

  #add(name: string, news: FollowedNews): void {
    this.#pending.set(name, news);
    if (this.#pending.size <= MOST_PENDING) return;
    const [oldest = ''] = this.#pending.keys();
    this.#pending.delete(oldest);
  }

  async #claimAll(): Promise<void> {
    this.#isClaiming = true;
    try {
      for (const [name, news] of this.#pending) {
        if (isOfNow(news)) await this.#claim(name, news);
        this.#pending.delete(name);
      }
    } catch (error) {
      // It is asked for again. If it was claimed before the reply was lost, nobody gets it twice.
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
    // A correction is news after the finish, too.
    const lastName = isCorrection ? name : identifyNews({ runnerId, point: 'finish' });
    const club = row?.runClub ?? '';
    const followers = await claim({ epoch, name, lastName, runnerId, club });
    // In a replaced record the same passing is another one.
    if (race.head.epoch !== epoch) return;
    if (followers.length > 0 && !this.#isClosed) announce(news, followers);
  }
}

function isOfNow({ atMs }: FollowedNews): boolean {
  if (atMs === null) return false;
  const ageMs: EpochMs = Date.now() - atMs;
  return ageMs > -AHEAD_MS && ageMs < OLDEST_MS;
}
