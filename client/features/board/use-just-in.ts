import type { UnrankedResult } from '#shared/model/result.ts';
import { MINUTE_MS } from '#shared/model/time.ts';
import { useMemo } from 'react';
import { type Arrival, listLatestArrivals } from '#client/spectators/arrivals.ts';
import { useRace } from '#client/live/race-store.tsx';
import { useHeardMoment } from '#client/live/use-heard-moment.ts';
import { useFromStandings } from '#client/live/use-standings.ts';
import { useTick } from '#client/ui/use-tick.ts';

/** How long the latest finishers are on pages of their own: two rounds of a board of twelve pages. */
const LATEST_MS = 5 * MINUTE_MS;
/** The most that anybody could read in that time. */
const MOST = 100;

/** The latest finishes, newest first. */
export function useArrivals(): readonly Arrival[] {
  const heardMs = useHeardMoment();
  return useFromStandings(
    (all) => (all ? listLatestArrivals(all, { point: 'finish', limit: MOST }, heardMs) : []),
    [heardMs],
  );
}

/** The finishers of the last minutes, newest first. */
export function useLatestFinishers(): readonly UnrankedResult[] {
  const arrivals = useArrivals();
  const { clockOffsetMs } = useRace();
  const minute = Math.floor((useTick(arrivals.length > 0) + clockOffsetMs) / MINUTE_MS);
  return useMemo(
    () =>
      arrivals
        .filter(({ atMs }) => atMs > minute * MINUTE_MS - LATEST_MS)
        .map(({ result }) => result),
    [arrivals, minute],
  );
}
