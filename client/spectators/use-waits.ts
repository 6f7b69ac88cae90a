import { useCallback } from 'react';
import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import { type PointReads, readPoints } from '#shared/forecast/point-reads.ts';
import { type PointWait, findWait, isAwaited } from '#shared/forecast/point-wait.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { Expect, Forecasts } from './use-forecast.ts';
import { useWorkedOut } from './use-worked-out.ts';

/** Where a runner is awaited; null where nothing needs an explanation, undefined until it is computed. */
export type FindWait = (result: UnrankedResult) => PointWait | null | undefined;

/** The points of the events of these codes, separated by commas. */
function readEvents(
  standings: Standings,
  expect: Expect,
  codes: string,
  nowMs: EpochMs,
): ReadonlyMap<EventCode, readonly PointReads[]> {
  const found = new Map<EventCode, readonly PointReads[]>();
  const { courses } = standings;
  for (const code of courses.events.filter((one) => codes.split(',').includes(one))) {
    found.set(code, readPoints(standings.listed(code), code, expect, nowMs, courses));
  }
  return found;
}

/**
 * Why there is no news of these runners (RULES.md XP11), from the field that the page has: computed
 * whenever expected times are new, and only while one of them is awaited.
 */
export function useWaits(
  results: readonly UnrankedResult[],
  { expect, isWorkedOut }: Forecasts,
  nowMs: EpochMs,
): FindWait {
  const standings = useStandings();
  const { clockOffsetMs } = useRace();
  const { courses } = standings;
  const isAwaitedNow = (row: UnrankedResult): boolean =>
    isAwaited(row, expect(row, 1), nowMs, courses);
  const awaited = isWorkedOut ? results.filter(isAwaitedNow) : [];
  const codes = courses.events
    .filter((code) => awaited.some(({ events }) => events === code))
    .join();
  const work = useCallback(
    () => readEvents(standings, expect, codes, Date.now() + clockOffsetMs),
    [standings, expect, codes, clockOffsetMs],
  );
  const reads = useWorkedOut(work);
  return (result) => {
    if (!isWorkedOut) return undefined;
    if (!isAwaitedNow(result)) return null;
    const points = reads?.get(result.events);
    return points && (findWait(result, expect(result, 1), points, courses) ?? null);
  };
}
