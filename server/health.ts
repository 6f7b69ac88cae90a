import type { LiveRace } from './race/live-race.ts';
import type { RaceStore } from './store/race-store.ts';

/** What `/readyz` shows. */
export interface HealthState {
  /** Redis usable, the race loaded, and not about to stop. */
  readonly ready: boolean;
  readonly redis: 'connected' | 'away';
  readonly loaded: boolean;
  readonly draining: boolean;
  readonly version: number;
  /** Where the given Redis promises less than a race needs. */
  readonly warnings: readonly string[];
}

export class Health {
  warnings: readonly string[] = [];
  isDraining = false;
  readonly #store: RaceStore;
  readonly #race: LiveRace;

  constructor(store: RaceStore, race: LiveRace) {
    this.#store = store;
    this.#race = race;
  }

  describe(): HealthState {
    const isConnected = this.#store.isConnected;
    return {
      ready: isConnected && this.#race.isLoaded && !this.isDraining,
      redis: isConnected ? 'connected' : 'away',
      loaded: this.#race.isLoaded,
      draining: this.isDraining,
      version: this.#race.head.version,
      warnings: this.warnings,
    };
  }
}
