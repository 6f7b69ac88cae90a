import type { DurationMs, EpochMs } from '#shared/model/time.ts';

import { type KeptRace, unpackRace } from './kept-race.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
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
}

/** The state stored by the last visit: shown at once; then the socket has a moment to send the changes since. */
export class LastVisit {
  readonly #options: LastVisitOptions;
  readonly #results: ResultsSync;
  readonly #onRecalled: (heardMs: EpochMs) => void;
  /** To be called when the server was heard over the socket, or will not be. */
  endWait = (): void => undefined;

  /** `onRecalled` is called when the race is shown as it was when the server was heard at a moment. */
  constructor(
    options: LastVisitOptions,
    results: ResultsSync,
    onRecalled: (heardMs: EpochMs) => void,
  ) {
    this.#options = options;
    this.#results = results;
    this.#onRecalled = onRecalled;
  }

  /** Resolves once it is known what has to be fetched. */
  async recall(): Promise<void> {
    const { cache, timers } = this.#options;
    const greeting = new Promise<void>((resolve) => {
      this.endWait = resolve;
    });
    const reading = cache.read().then((entry) => unpackRace(entry, timers.now()));
    const kept = withinMs(CACHE_MS, reading, timers);
    if (!(await this.#results.recall(kept))) {
      if (!(await kept)) void reading.then((late) => this.#recallLate(late));
      return;
    }
    this.#tell((await kept) as KeptRace);
    const cancel = timers.after(GREETING_MS, this.endWait);
    await greeting;
    cancel();
  }

  /** A slow browser on a phone without a network has nothing else to show. */
  async #recallLate(kept: KeptRace | undefined): Promise<void> {
    if (kept && (await this.#results.recallLate(kept))) this.#tell(kept);
  }

  #tell({ config, heardMs }: KeptRace): void {
    const { store } = this.#options;
    if (!store.getSnapshot().config) store.update({ config });
    this.#onRecalled(heardMs);
  }
}

/** Undefined when it takes longer. */
function withinMs<T>(ms: DurationMs, work: Promise<T>, timers: Timers): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = timers.after(ms, () => resolve(undefined));
    void work.then(resolve).finally(cancel);
  });
}
