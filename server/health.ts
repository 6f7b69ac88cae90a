import type { LiveRace } from './race/live-race.ts';
import type { RaceStore } from './store/race-store.ts';

/** What `/readyz` shows. */
export interface HealthState {
  /** Redis usable and listened to, the race loaded, and not about to stop. */
  readonly ready: boolean;
  readonly redis: 'connected' | 'away';
  /** Whether published reads are heard: those that nobody hears are gone. */
  readonly listening: boolean;
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
    const { isConnected, isListening } = this.#store;
    return {
      ready: isConnected && isListening && this.#race.isLoaded && !this.isDraining,
      redis: isConnected ? 'connected' : 'away',
      listening: isListening,
      loaded: this.#race.isLoaded,
      draining: this.isDraining,
      version: this.#race.head.version,
      warnings: this.warnings,
    };
  }
}
