import { useMemo } from 'react';
import { type Follower, InStep } from '#shared/scoring/in-step.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { useIsServerRendered } from './use-is-server-rendered.ts';
import { useRace, useRaceStore } from './RaceProvider.tsx';

/** On the server, which draws the same standings again and again, for as long as there are these. */
const drawn = new WeakMap<Standings, Map<string, InStep<Standings, Follower>>>();

/**
 * What follows from all rows, to be read while rendering: a push costs what changed. `make` is the
 * same function for as long as it makes the same. The rows are those of the race, or of standings that
 * follow from them. What is asked for on each first screen has a `name`, which tells what is made:
 * the server keeps it from one drawing to the next.
 */
export function useInStep<T extends Follower>(
  make: (standings: Standings) => T,
  of?: Standings,
  name?: string,
): InStep<Standings, T> {
  useRace();
  const { replica } = useRaceStore();
  const standings = of ?? replica.standings;
  const isKept = useIsServerRendered() && name !== undefined;
  return useMemo(
    () => (isKept ? keepInStep(standings, make, name) : new InStep(standings, make)),
    [isKept, standings, make, name],
  );
}

function keepInStep<T extends Follower>(
  standings: Standings,
  make: (standings: Standings) => T,
  name: string,
): InStep<Standings, T> {
  const kept = drawn.get(standings) ?? new Map<string, InStep<Standings, Follower>>();
  drawn.set(standings, kept);
  const known = kept.get(name) ?? new InStep<Standings, Follower>(standings, make);
  kept.set(name, known);
  // Under a name is what all who give it make.
  return known as InStep<Standings, T>;
}
