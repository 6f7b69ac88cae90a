import { useMemo } from 'react';

import type { Standings } from '#shared/scoring/standings.ts';
import type { Head } from '#shared/wire/http-api.ts';
import type { RowChange } from './race-replica.ts';
import { useRace, useRaceStore } from './race-store.tsx';

/**
 * The current standings, to be read while rendering; every change renders again. They change in place: memoize anything
 * derived from them with {@link useFromStandings}.
 */
export function useStandings(): Standings {
  useRace();
  return useRaceStore().replica.standings;
}

/** Is given none before they are here. */
export type FromStandings<T> = (standings: Standings | undefined) => T;

/** The result of `make` from the standings, computed again when they or one of `deps` changed. */
export function useFromStandings<T>(make: FromStandings<T>, deps: readonly unknown[]): T {
  return useMadeAt(useRace().head, make, deps);
}

/** The same, computed again with each `head`, which may be some seconds old. */
export function useMadeAt<T>(
  head: Head | undefined,
  make: FromStandings<T>,
  deps: readonly unknown[],
): T {
  const { standings } = useRaceStore().replica;
  // oxlint-disable-next-line react/exhaustive-deps -- `make` follows from `deps`, which the linter holds to it where they are given
  return useMemo(() => make(head && standings), [head, standings, ...deps]);
}

/** When the row of a runner changed within the last seconds; another object after each change. */
export function useRowChange(runnerId: string): RowChange | undefined {
  return useRaceStore().replica.changes.get(runnerId);
}
