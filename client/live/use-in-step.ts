import { useMemo } from 'react';
import { type Follower, InStep } from '#shared/scoring/in-step.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { useRace, useRaceStore } from './RaceProvider.tsx';

/**
 * What follows from all rows, to be read while rendering: a push costs what changed. `make` is the
 * same function for as long as it makes the same. The rows are those of the race, or of standings that
 * follow from them.
 */
export function useInStep<T extends Follower>(
  make: (standings: Standings) => T,
  of?: Standings,
): InStep<Standings, T> {
  useRace();
  const { replica } = useRaceStore();
  const standings = of ?? replica.standings;
  return useMemo(() => new InStep(standings, make), [standings, make]);
}
