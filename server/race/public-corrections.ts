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
 * What was corrected in public, as this instance knows it (FEED.md CF30): found by each instance at the change that
 * did it, kept in Redis by whichever is first, and read from there, so that all say the same and a restart forgets nothing.
 */
export class PublicCorrections {
  readonly #race: LiveRace;
  readonly #records: PublicCorrectionRecords;
  readonly #logger: Logger;
  /** Those that are not in Redis yet, as far as this instance knows. */
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
    race.onCorrected(this.#take);
  }

  /** Newest first. */
  get list(): readonly PublicCorrection[] {
    const all = new Map(this.#pending);
    for (const one of this.#kept) all.set(one.id, one);
    return [...all.values()].toSorted(newestFirst).slice(0, MOST_CORRECTIONS_KEPT);
  }

  /** Another one whenever the list is. */
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
