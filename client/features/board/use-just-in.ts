import { MINUTE_MS } from '#shared/model/time.ts';
import { useMemo } from 'react';
import { type Arrival, listArrivals } from '#client/spectators/arrivals.ts';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { useTick } from '#client/ui/use-tick.ts';

/** How long a finisher is marked as just in. */
const JUST_IN_MS = MINUTE_MS;
/** No more cross the line within the time in which they are marked. */
const MOST = 40;

/** Who finished within the last minute, newest first. */
export function useArrivals(): readonly Arrival[] {
  const { head } = useRace();
  const { standings } = useRaceStore().replica;
  return useMemo(
    () => (head ? listArrivals(standings, { point: 'finish', limit: MOST }) : []),
    [head, standings],
  );
}

/** The ids of those who came in within the last minute, by the server's clock. */
export function useJustIn(): ReadonlySet<string> {
  const arrivals = useArrivals();
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(arrivals.length > 0) + clockOffsetMs;
  const recent = arrivals.filter(({ atMs }) => nowMs - atMs < JUST_IN_MS);
  return new Set(recent.map(({ result }) => result.runnerId));
}
