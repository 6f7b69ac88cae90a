import { packRace } from './packed-race.ts';
import type { RaceCache } from './race-cache.ts';
import type { RaceStore } from './race-store.tsx';
import type { Timers } from './timers.ts';

export interface KeepRaceOptions {
  readonly store: RaceStore;
  readonly cache: RaceCache;
  readonly timers: Pick<Timers, 'now'>;
  readonly whenIdle: (run: () => void) => void;
  /** Calls back whenever the page is hidden. */
  readonly onHide: (listener: () => void) => void;
}

/** Caches the race for the next visit: once it is loaded, and whenever the page is hidden. Only confirmed data is cached. */
export function keepRace({ store, cache, timers, whenIdle, onHide }: KeepRaceOptions): void {
  const isConfirmed = (): boolean => {
    const { head, config, connection } = store.getSnapshot();
    return Boolean(head && config) && (connection === 'live' || connection === 'polling');
  };
  const keep = (): void => {
    const { config, heardMs = timers.now() } = store.getSnapshot();
    const snapshot = store.replica.takeSnapshot();
    if (!isConfirmed() || !snapshot || !config) return;
    void cache.write(packRace({ ...snapshot, config, heardMs }));
  };
  const keepFirst = (): void => {
    if (!isConfirmed()) return;
    stop();
    whenIdle(keep);
  };
  const stop = store.subscribe(keepFirst);
  keepFirst();
  onHide(keep);
}
