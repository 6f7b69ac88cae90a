import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';

export interface OrganiserParts {
  readonly store: RaceStore;
  /** What this instance shows, and where a change is seen to have arrived. */
  readonly race: LiveRace;
}
