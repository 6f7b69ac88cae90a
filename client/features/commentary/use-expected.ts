import { useCallback } from 'react';

import { useRace } from '#client/live/race-store.tsx';
import { useStandings } from '#client/live/use-standings.ts';
import {
  type ExpectedNext,
  type Question as ExpectedQuestion,
  findExpected,
} from '#client/spectators/expected-next.ts';
import type { Expect } from '#client/spectators/use-forecast.ts';
import { useWorkedOut } from '#client/spectators/use-worked-out.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { DurationMs } from '#shared/model/time.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

import { type NamedContest, listContests } from './list-contests.ts';

const MOST_SHOWN = 8;

/** Derived from the expected times: who is next, and who can still win. */
export interface Outlooks extends ExpectedNext {
  readonly contests: readonly NamedContest[];
}

interface Question extends Pick<ExpectedQuestion, 'point' | 'events'> {
  readonly clockOffsetMs: DurationMs;
}

/** The point they are for. */
function findOutlooks(
  standings: Standings,
  expect: Expect,
  { point, events, clockOffsetMs }: Question,
): Outlooks & Pick<Question, 'point'> {
  const nowMs = Date.now() + clockOffsetMs;
  const question = { point, events, nowMs, limit: 2 * MOST_SHOWN };
  const found = findExpected(standings, expect, question);
  const contests: NamedContest[] = [];
  for (const event of events) {
    contests.push(...listContests(standings.listed(event), event, standings.courses));
  }
  return { ...found, contests, point };
}

/** Who is expected next at a point, and who can still win; recomputed when expected times change. */
export function useExpected(
  expect: Expect,
  events: readonly EventCode[],
  point: StagePoint,
): Outlooks | undefined {
  const standings = useStandings();
  const { clockOffsetMs } = useRace();
  const work = useCallback(
    () => findOutlooks(standings, expect, { events, point, clockOffsetMs }),
    [standings, expect, events, point, clockOffsetMs],
  );
  const answer = useWorkedOut(work);
  if (answer?.point !== point) return undefined;
  // Leaves out runners who came in a moment ago.
  const next = answer.next.filter(({ result }) => {
    const now = standings.find(result.runnerId);
    return now?.status === 'racing' && timeAt(now, point) === null;
  });
  return { ...answer, next: next.slice(0, MOST_SHOWN) };
}
