import type { EventCode } from '#shared/model/event.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { useCallback } from 'react';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { findExpected } from '#client/spectators/expected-next.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';

/** Some, since the first of them may be in before they are worked out anew. */
const LIMIT = 5;

/** Who is expected at the finish next. */
export interface NextIn {
  readonly result: UnrankedResult;
  readonly atMs: EpochMs;
}

/** Worked out in turns whenever expected times are new; undefined where nobody is expected. */
export function useNext(events: readonly EventCode[]): NextIn | undefined {
  const { standings } = useRaceStore().replica;
  const { clockOffsetMs } = useRace();
  const expect = useForecast();
  const work = useCallback(() => {
    const nowMs = Date.now() + clockOffsetMs;
    return findExpected(standings, expect, { point: 'finish', events, nowMs, limit: LIMIT });
  }, [standings, expect, events, clockOffsetMs]);
  const found = useWorkedOut(work);
  return found?.next.find(({ result }) => standings.find(result.runnerId)?.status === 'racing');
}
