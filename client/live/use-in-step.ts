import { useMemo } from 'react';
import { type Follower, InStep } from '#shared/scoring/in-step.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { useIsServerRendered } from './use-is-server-rendered.ts';
import { useRace, useRaceStore } from './RaceProvider.tsx';

/** On the server, which renders the same standings again and again: kept as long as the standings. */
const drawn = new WeakMap<Standings, Map<string, InStep<Standings, Follower>>>();

/**
 * A view of all rows, to be read while rendering: the cost of a push depends on what changed. `make` keeps its identity
 * while it makes the same. The rows are those of the race, or of standings derived from them. A view that each first
 * screen needs has a `name`, which identifies it: the server keeps it from one rendering to the next.
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
  // Everyone who uses a name makes the same type.
  return known as InStep<Standings, T>;
}
