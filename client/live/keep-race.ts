import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { packRace } from './kept-race.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
import type { Timers } from './timers.ts';

/** How far behind the cache of a visible page is at most; a phone's storage wears out. */
const INTERVAL_MS: DurationMs = 5 * MINUTE_MS;

export interface KeepRaceOptions {
  readonly store: RaceStore;
  readonly cache: RaceCache;
  readonly timers: Timers;
  readonly whenIdle: (run: () => void) => void;
  /** Calls back whenever the page is hidden. */
  readonly onHide: (listener: () => void) => void;
}

/**
 * Keeps the race in the cache for the next visit: once it is here, at intervals, and when the page is hidden. Only what
 * the server has confirmed is kept, and a browser that refuses is not asked again.
 */
export function keepRace({ store, cache, timers, whenIdle, onHide }: KeepRaceOptions): void {
  let keptHead: Head | undefined;
  let keptHeardMs: EpochMs = -Infinity;
  let isRefused = false;
  let isScheduled = false;

  const isWanted = (): boolean => {
    const { head, config, connection, heardMs = 0 } = store.getSnapshot();
    const isConfirmed = connection === 'live' || connection === 'polling';
    // A race that does not change is renewed, so that it does not seem old to the next visit.
    const isNew = head !== keptHead || heardMs - keptHeardMs > INTERVAL_MS;
    return !isRefused && isConfirmed && isNew && head !== undefined && config !== undefined;
  };
  const keep = async (): Promise<void> => {
    if (!isWanted()) return;
    const { head, config, heardMs = timers.now() } = store.getSnapshot();
    const snapshot = store.replica.takeSnapshot();
    if (!snapshot || !config) return;
    keptHead = head;
    keptHeardMs = heardMs;
    const entry = packRace({ ...snapshot, config, heardMs });
    isRefused = !entry || !(await cache.write(entry));
  };
  const schedule = (): void => {
    if (isScheduled || !isWanted()) return;
    isScheduled = true;
    const waitMs = keptHead ? INTERVAL_MS : 0;
    timers.after(waitMs, () => {
      whenIdle(() => {
        isScheduled = false;
        void keep();
      });
    });
  };

  store.subscribe(schedule);
  onHide(() => void keep());
  schedule();
}
