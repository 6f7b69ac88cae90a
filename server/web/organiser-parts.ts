import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';

export interface OrganiserParts {
  readonly store: RaceStore;
  /** The race as this instance shows it, which also reports when a change has arrived. */
  readonly race: LiveRace;
}
