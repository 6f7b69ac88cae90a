import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import type { Head } from '#shared/wire/http-api.ts';

import { packRace } from './packed-race.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
import type { Timers } from './timers.ts';

/** The interval of a visible page; more often would wear out a phone's storage. */
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
 * Caches the race for the next visit: once it is loaded, at intervals, and when the page is hidden. Only confirmed data
 * is cached; after a failed write nothing more is tried.
 */
export function keepRace({ store, cache, timers, whenIdle, onHide }: KeepRaceOptions): void {
  let cachedHead: Head | undefined;
  let cachedHeardMs: EpochMs = -Infinity;
  let hasFailed = false;
  let isScheduled = false;

  const isDue = (): boolean => {
    const { head, config, connection, heardMs = 0 } = store.getSnapshot();
    const isConfirmed = connection === 'live' || connection === 'polling';
    // An unchanged race is written again, or it would seem old to the next visit.
    const isNew = head !== cachedHead || heardMs - cachedHeardMs > INTERVAL_MS;
    return !hasFailed && isConfirmed && isNew && head !== undefined && config !== undefined;
  };
  const keep = async (): Promise<void> => {
    if (!isDue()) return;
    const { head, config, heardMs = timers.now() } = store.getSnapshot();
    const snapshot = store.replica.takeSnapshot();
    if (!snapshot || !config) return;
    cachedHead = head;
    cachedHeardMs = heardMs;
    const entry = packRace({ ...snapshot, config, heardMs });
    hasFailed = !entry || !(await cache.write(entry));
  };
  const schedule = (): void => {
    if (isScheduled || !isDue()) return;
    isScheduled = true;
    timers.after(cachedHead ? INTERVAL_MS : 0, () => {
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
