import type { RaceStore } from '#server/store/race-store.ts';

import type { ReportedLoss } from './check-copies.ts';
import { SETTINGS_ID } from './history.ts';

const LOOK_MS = 100;

/** All that organisers are told to be lost while a race runs: who is saved again, and who is lost again, is no longer told. */
export class ReportedLosses {
  readonly #found = new Map<string, ReportedLoss>();
  readonly #store: RaceStore;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  #isBusy = false;

  constructor(store: RaceStore) {
    this.#store = store;
    this.#timer = setInterval(() => {
      if (!this.#isBusy) this.#looking = this.#look();
    }, LOOK_MS);
  }

  get all(): readonly ReportedLoss[] {
    return [...this.#found.values()];
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    this.#isBusy = true;
    try {
      const { runners, settings } = await this.#store.upkeep.readLostSaves(Date.now());
      for (const { runnerId, foundRev, lostMs } of runners) {
        this.#found.set(`${runnerId} ${lostMs}`, { runnerId, foundRev, lostMs });
      }
      for (const { lostMs } of settings) {
        const loss = { runnerId: SETTINGS_ID, foundRev: undefined, lostMs };
        this.#found.set(`${SETTINGS_ID} ${lostMs}`, loss);
      }
    } catch {
      // Nobody holds the race just now.
    } finally {
      this.#isBusy = false;
    }
  }
}
