import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { MAX_LENGTH, packRace } from './kept-race.ts';
import type { RaceStore } from './race-store.tsx';
import type { RaceCache } from './race-cache.ts';
import type { Timers } from './timers.ts';

/** The cache is at most this far behind, in a race of the usual size. */
const MIN_WAIT_MS: DurationMs = 30_000;
/** A large race is kept more rarely: a phone's storage wears out. */
const LENGTH_PER_MS = 10;
/** How much older the race may seem to the next visit than it is, when nothing changes. */
const MAX_LAG_MS: DurationMs = 10 * MINUTE_MS;

export interface RaceCacheWriterOptions {
  readonly store: RaceStore;
  readonly cache: RaceCache;
  readonly timers: Timers;
  readonly whenIdle: (run: () => void) => void;
  /** Calls back whenever the page is hidden. */
  readonly onHide: (listener: () => void) => void;
}

/**
 * Keeps the race in the cache for the next visit: at times while it changes, when the browser is idle, and when the
 * page is hidden. Only what the server has confirmed is kept, and a browser that refuses is not asked again.
 */
export class RaceCacheWriter {
  readonly #options: RaceCacheWriterOptions;
  #keptHead: Head | undefined;
  #keptHeardMs: EpochMs = 0;
  #isBusy = false;
  #nextMs: EpochMs = 0;
  #isScheduled = false;

  constructor(options: RaceCacheWriterOptions) {
    this.#options = options;
  }

  start(): void {
    const { store, onHide } = this.#options;
    store.subscribe(() => this.#schedule());
    onHide(() => void this.#keep());
    this.#schedule();
  }

  /** Whether the page shows something confirmed that is not in the cache. */
  get #isWanted(): boolean {
    const { head, config, connection, heardMs = 0 } = this.#options.store.getSnapshot();
    const isConfirmed = connection === 'live' || connection === 'polling';
    const isNew = head !== this.#keptHead || heardMs - this.#keptHeardMs > MAX_LAG_MS;
    return isConfirmed && isNew && head !== undefined && config !== undefined && !this.#isBusy;
  }

  #schedule(): void {
    const { timers, whenIdle } = this.#options;
    if (this.#isScheduled || !this.#isWanted) return;
    this.#isScheduled = true;
    timers.after(Math.max(0, this.#nextMs - timers.now()), () => {
      whenIdle(() => {
        this.#isScheduled = false;
        void this.#keep();
      });
    });
  }

  async #keep(): Promise<void> {
    const { store, cache, timers } = this.#options;
    if (!this.#isWanted || timers.now() < this.#nextMs) return;
    const { head, config, heardMs = timers.now() } = store.getSnapshot();
    this.#keptHead = head;
    this.#keptHeardMs = heardMs;
    const snapshot = store.replica.takeSnapshot();
    if (!snapshot || !config) return;
    this.#isBusy = true;
    const entry = packRace({ ...snapshot, config, heardMs });
    const length = entry ? entry.rows.length : MAX_LENGTH;
    this.#nextMs = timers.now() + Math.max(MIN_WAIT_MS, length / LENGTH_PER_MS);
    // A browser that refuses is not asked again.
    this.#isBusy = entry !== undefined && !(await cache.write(entry));
    this.#schedule();
  }
}
