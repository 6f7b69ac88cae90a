import type { Logger } from '#server/observe/logger.ts';
import {
  MOST_CORRECTIONS_KEPT,
  newestFirst,
  type PublicCorrectionRecords,
} from '#server/store/public-corrections.ts';
import { type DurationMs, SECOND_MS } from '#shared/model/time.ts';
import type { PublicCorrection } from '#shared/news/corrections.ts';

import type { LiveRace } from './live-race.ts';

const RETRY_MS: DurationMs = 2 * SECOND_MS;

/**
 * The public corrections, as this instance knows them (FEED.md CF30): each instance computes a correction when the
 * change comes, the first one stores it in Redis, and all read it from there, so that they agree and a restart loses
 * nothing.
 */
export class PublicCorrections {
  readonly #race: LiveRace;
  readonly #records: PublicCorrectionRecords;
  readonly #logger: Logger;
  /** Corrections that are not in Redis yet, as far as this instance knows. */
  readonly #pending = new Map<string, PublicCorrection>();
  #kept: readonly PublicCorrection[] = [];
  #changes = 0;
  #isStale = false;
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(race: LiveRace, records: PublicCorrectionRecords, logger: Logger) {
    this.#race = race;
    this.#records = records;
    this.#logger = logger;
    race.on('reloaded', this.#renew);
    race.on('corrected', this.#take);
  }

  /** Newest first. */
  get list(): readonly PublicCorrection[] {
    const all = new Map(this.#pending);
    for (const one of this.#kept) all.set(one.id, one);
    return [...all.values()].toSorted(newestFirst).slice(0, MOST_CORRECTIONS_KEPT);
  }

  /** Changes with the list. */
  get revision(): number {
    return this.#changes;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#race.off('reloaded', this.#renew);
  }

  readonly #renew = (): void => {
    this.#isStale = true;
    void this.#work();
  };

  readonly #take = (correction: PublicCorrection): void => {
    this.#pending.set(correction.id, correction);
    if (this.#pending.size > MOST_CORRECTIONS_KEPT) {
      const [first] = this.#pending.keys();
      if (first !== undefined) this.#pending.delete(first);
    }
    this.#changes += 1;
    void this.#work();
  };

  async #work(): Promise<void> {
    if (this.#isWorking || this.#isClosed) return;
    this.#isWorking = true;
    clearTimeout(this.#timer);
    try {
      while (this.#pending.size > 0 || this.#isStale) {
        this.#isStale = false;
        const noted = [...this.#pending.values()];
        for (const one of noted) await this.#records.note(one);
        this.#kept = await this.#records.read();
        for (const { id } of noted) this.#pending.delete(id);
        this.#changes += 1;
      }
    } catch (error) {
      this.#isStale = true;
      this.#logger.warn({ err: error }, 'What was corrected in public waits for Redis');
      if (!this.#isClosed) this.#timer = setTimeout(this.#renew, RETRY_MS).unref();
    } finally {
      this.#isWorking = false;
    }
  }
}
