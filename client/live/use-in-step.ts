import { useMemo } from 'react';
import { type Follower, InStep } from '#shared/scoring/in-step.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { useRace, useRaceStore } from './RaceProvider.tsx';

/**
 * What follows from all rows, to be read while rendering: a push costs what changed. `make` is the
 * same function for as long as it makes the same.
 */
export function useInStep<T extends Follower>(
  make: (standings: Standings) => T,
): InStep<Standings, T> {
  useRace();
  const { standings } = useRaceStore().replica;
  return useMemo(() => new InStep(standings, make), [standings, make]);
}
