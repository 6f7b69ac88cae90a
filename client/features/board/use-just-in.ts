import { MINUTE_MS } from '#shared/model/time.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type Arrival, LatestArrivals } from '#client/spectators/arrivals.ts';
import { useRace } from '#client/live/RaceProvider.tsx';
import { useInStep } from '#client/live/use-in-step.ts';
import { useTick } from '#client/ui/use-tick.ts';

/** How long a finisher is marked as just in. */
const JUST_IN_MS = MINUTE_MS;
/** No more cross the line within the time in which they are marked. */
const MOST = 40;

const latestFinishers = (standings: Standings): LatestArrivals =>
  new LatestArrivals(standings, { point: 'finish', limit: MOST });

/** Who finished within the last minute, newest first. */
export function useArrivals(): readonly Arrival[] {
  return useInStep(latestFinishers).read().arrivals;
}

/** The ids of those who came in within the last minute, by the server's clock. */
export function useJustIn(): ReadonlySet<string> {
  const arrivals = useArrivals();
  const { clockOffsetMs } = useRace();
  const nowMs = useTick(arrivals.length > 0) + clockOffsetMs;
  const recent = arrivals.filter(({ atMs }) => nowMs - atMs < JUST_IN_MS);
  return new Set(recent.map(({ result }) => result.runnerId));
}
