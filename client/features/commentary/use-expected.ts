import { useEffect, useState } from 'react';

import { useRace, useRaceStore } from '#client/live/RaceProvider.tsx';
import { logOnce } from '#client/live/log-once.ts';
import { inTurns } from '#client/live/turns.ts';
import type { Expect } from '#client/spectators/use-forecast.ts';
import type { EventCode } from '#shared/model/event.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stage-point.ts';

import type { Standings } from '#shared/scoring/standings.ts';
import type { Steps } from '#shared/scoring/steps.ts';

import {
  type ExpectedNext,
  type Question,
  findExpected,
} from '#client/spectators/expected-next.ts';
import { type NamedContest, listContests } from './race-state.ts';

/** So many are listed. */
const MOST_SHOWN = 8;

/** What follows from the expected times: who is next, and who can still win. */
export interface Outlooks extends ExpectedNext {
  readonly contests: readonly NamedContest[];
}

interface Answer extends Outlooks {
  readonly point: StagePoint;
}

function* findOutlooks(standings: Standings, expect: Expect, question: Question): Steps<Outlooks> {
  const found = yield* findExpected(standings, expect, question);
  const contests: NamedContest[] = [];
  for (const event of question.events) {
    yield;
    contests.push(...(yield* listContests(standings.listed(event), event)));
  }
  return { ...found, contests };
}

/** Who is expected next at a point, and who can still win; worked out in turns whenever expected times are new. */
export function useExpected(
  expect: Expect,
  events: readonly EventCode[],
  point: StagePoint,
): Outlooks | undefined {
  const { standings } = useRaceStore().replica;
  const { clockOffsetMs } = useRace();
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let isOver = false;
    const question = { point, events, nowMs: Date.now() + clockOffsetMs, limit: 2 * MOST_SHOWN };
    const renew = async (): Promise<void> => {
      try {
        const found = await inTurns(findOutlooks(standings, expect, question));
        if (!isOver) setAnswer({ ...found, point });
      } catch (error) {
        logOnce('who is expected cannot be worked out', error);
      }
    };
    void renew();
    return () => {
      isOver = true;
    };
  }, [standings, expect, events, point, clockOffsetMs]);
  if (answer?.point !== point) return undefined;
  // Who came in a moment ago is expected no more.
  const next = answer.next.filter(({ result }) => {
    const now = standings.find(result.runnerId);
    return now?.status === 'racing' && timeAt(now, point) === null;
  });
  return { ...answer, next: next.slice(0, MOST_SHOWN) };
}
