import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import { type KeptRace, unpackRace } from './kept-race.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.ts';
import type { ResultsSync } from './results-sync.ts';
import type { Timers } from './timers.ts';

/** How long the first fetch waits for the cache: a browser may hang over it. */
const CACHE_MS: DurationMs = 1_000;
/** How long the results of the last visit wait for the socket, which sends the changes since in a few bytes. */
const GREETING_MS: DurationMs = 3_000;

export interface LastVisitOptions {
  readonly store: RaceStore;
  readonly cache: RaceCache;
  readonly timers: Timers;
  readonly results: ResultsSync;
  /** The race is shown as it was when the server was heard at this moment. */
  readonly onRecalled: (heardMs: EpochMs) => void;
}

/** What the last visit left: shown at once, and then the socket has a moment to tell what changed since. */
export class LastVisit {
  readonly #options: LastVisitOptions;
  #endWait = (): void => undefined;

  constructor(options: LastVisitOptions) {
    this.#options = options;
  }

  /** Resolves as soon as it is known what has to be fetched. */
  async recall(): Promise<void> {
    const { cache, timers, results } = this.#options;
    const greeting = new Promise<void>((resolve) => {
      this.#endWait = resolve;
    });
    const reading = cache.read().then((entry) => unpackRace(entry, timers.now()));
    const kept = withinMs(CACHE_MS, reading, timers);
    if (!(await results.recall(kept))) {
      if (!(await kept)) void reading.then((late) => this.#recallLate(late));
      return;
    }
    this.#tell((await kept) as KeptRace);
    const cancel = timers.after(GREETING_MS, this.#endWait);
    await greeting;
    cancel();
  }

  /** The server was heard over the socket, or will not be. */
  endWait(): void {
    this.#endWait();
  }

  /** A slow browser on a phone without a network has nothing else to show. */
  async #recallLate(kept: KeptRace | undefined): Promise<void> {
    if (kept && (await this.#options.results.recallLate(kept))) this.#tell(kept);
  }

  #tell({ config, heardMs }: KeptRace): void {
    const { store, onRecalled } = this.#options;
    if (!store.getSnapshot().config) store.update({ config });
    onRecalled(heardMs);
  }
}

/** Undefined when it takes longer. */
function withinMs<T>(ms: DurationMs, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => {
      resolve(undefined);
    });
    void work.then(resolve).finally(cancel);
  });
}
