import { useMemo } from 'react';

import type { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { RowChange } from './race-replica.ts';
import { useRace, useRaceStore } from './race-store.tsx';

/**
 * The current standings; every change renders again. They change in place: memoize derived values with
 * {@link useFromStandings}.
 */
export function useStandings(): Standings {
  useRace();
  return useRaceStore().replica.standings;
}

/** Gets undefined until the standings are loaded. */
export type FromStandings<T> = (standings: Standings | undefined) => T;

/** The result of `make`, computed again when the standings or one of `deps` changed. */
export function useFromStandings<T>(make: FromStandings<T>, deps: readonly unknown[]): T {
  return useMadeAt(useRace().head, make, deps);
}

/** Like {@link useFromStandings}, computed again when `head`, which may lag behind, changed. */
export function useMadeAt<T>(
  head: Head | undefined,
  make: FromStandings<T>,
  deps: readonly unknown[],
): T {
  const { standings } = useRaceStore().replica;
  // oxlint-disable-next-line react/exhaustive-deps -- `make` depends on `deps` alone, as the linter checks at each call
  return useMemo(() => make(head && standings), [head, standings, ...deps]);
}

/** A runner's change within the last seconds; a new object after each. */
export function useRowChange(runnerId: string): RowChange | undefined {
  return useRaceStore().replica.changes.get(runnerId);
}
