import type { RaceSetup } from '../model/race-setup.ts';
import threeDistances from './three-distances.json' with { type: 'json' };

/** The race that everything starts from, where no other is set up. */
export const USUAL_RACE = threeDistances as unknown as RaceSetup;
