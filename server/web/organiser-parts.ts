import type { LiveRace } from '#server/race/live-race.ts';
import type { RaceStore } from '#server/store/race-store.ts';

/** What the organisers' routes are made of. */
export interface OrganiserParts {
  /** Where changes are made. */
  readonly store: RaceStore;
  /** What this instance shows, and where a change is seen to have arrived. */
  readonly race: LiveRace;
}
