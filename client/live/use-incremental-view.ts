import { useMemo } from 'react';
import { type Follower, IncrementalView } from '#shared/scoring/incremental-view.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { useIsServerRendered } from './use-is-server-rendered.ts';
import { useRace, useRaceStore } from './race-store.tsx';

/** On the server, which renders the same standings again and again: kept as long as the standings. */
const rendered = new WeakMap<Standings, Map<string, IncrementalView<Standings, Follower>>>();

/**
 * A view of all rows, to be read while rendering: the cost of a push depends on what changed. `make` keeps its identity
 * while it makes the same. The rows are those of the race, or of standings derived from them. A view that each first
 * screen needs has a `name`, which identifies it: the server keeps it from one rendering to the next.
 */
export function useIncrementalView<T extends Follower>(
  make: (standings: Standings) => T,
  of?: Standings,
  name?: string,
): IncrementalView<Standings, T> {
  useRace();
  const { replica } = useRaceStore();
  const standings = of ?? replica.standings;
  const isKept = useIsServerRendered() && name !== undefined;
  return useMemo(
    () => (isKept ? keepView(standings, make, name) : new IncrementalView(standings, make)),
    [isKept, standings, make, name],
  );
}

function keepView<T extends Follower>(
  standings: Standings,
  make: (standings: Standings) => T,
  name: string,
): IncrementalView<Standings, T> {
  const kept = rendered.get(standings) ?? new Map<string, IncrementalView<Standings, Follower>>();
  rendered.set(standings, kept);
  const known = kept.get(name) ?? new IncrementalView<Standings, Follower>(standings, make);
  kept.set(name, known);
  // Everyone who uses a name makes the same type.
  return known as IncrementalView<Standings, T>;
}
