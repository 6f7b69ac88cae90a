import type { EventCode } from '#shared/model/event.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { useEffect, useState } from 'react';
import { logOnce } from '#client/live/log-once.ts';
import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { inTurns } from '#client/live/turns.ts';
import { findExpected } from '#client/spectators/expected-next.ts';
import { useForecast } from '#client/spectators/use-forecast.ts';

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
  const [found, setFound] = useState<readonly NextIn[]>([]);
  useEffect(() => {
    let isOver = false;
    const nowMs = Date.now() + clockOffsetMs;
    const renew = async (): Promise<void> => {
      try {
        const question = { point: 'finish', events, nowMs, limit: LIMIT } as const;
        const { next } = await inTurns(findExpected(standings, expect, question));
        if (!isOver) setFound(next);
      } catch (error) {
        logOnce('who is expected cannot be worked out', error);
      }
    };
    void renew();
    return () => {
      isOver = true;
    };
  }, [standings, expect, events, clockOffsetMs]);
  return found.find(({ result }) => standings.find(result.runnerId)?.status === 'racing');
}
