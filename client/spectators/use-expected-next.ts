import { useMemo } from 'react';

import { useStandings } from '#client/live/use-standings.ts';
import { type Outlook, isLongPast, lookAhead } from '#shared/forecast/forecast.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type Expect, useForecasts } from './use-forecast.ts';

/** `atMs` is by the server's clock. */
export interface ExpectedRunner extends Outlook {
  readonly result: UnrankedResult;
  readonly atMs: EpochMs;
}

export interface ExpectedNext {
  /** The soonest first. */
  readonly next: readonly ExpectedRunner[];
  /** The number of overdue runners. */
  readonly overdue: number;
}

/** In a large field only the runners furthest along are examined. */
const MOST_CANDIDATES = 1_500;

/** The runners expected next at a point. */
export function findExpected(
  standings: Standings,
  expect: Expect,
  point: StagePoint,
  events: readonly EventCode[],
  nowMs: EpochMs,
): ExpectedNext {
  const found: ExpectedRunner[] = [];
  let overdue = 0;
  for (const event of events) {
    const points = stagePointsOf(event, standings.courses);
    const at = points.indexOf(point);
    if (at === -1) continue;
    const beyond = points.slice(at);
    const candidates = Array.from(standings.onCourse(event))
      .filter((row) => beyond.every((later) => timeAt(row, later) === null))
      .slice(0, MOST_CANDIDATES);
    for (const result of candidates) {
      const { startedAtMs } = result;
      const stage = expect(result).find((one) => one.stage === point);
      if (!stage || startedAtMs === null) continue;
      const outMs = nowMs - startedAtMs;
      if (isLongPast(stage, outMs)) continue;
      const outlook = lookAhead(stage, outMs);
      if (outlook.isOverdue) overdue += 1;
      else found.push({ ...outlook, result, atMs: startedAtMs + outlook.elapsedMs });
    }
  }
  return { next: found.toSorted((a, b) => a.atMs - b.atMs), overdue };
}

/** The runners expected next at a point, computed with new expected times; without recent arrivals. */
export function useExpectedNext(
  point: StagePoint,
  events: readonly EventCode[],
  most: number,
): ExpectedNext {
  const standings = useStandings();
  const { expect, madeMs } = useForecasts();
  const found = useMemo(
    () => findExpected(standings, expect, point, events, madeMs),
    [standings, expect, point, events, madeMs],
  );
  const isComing = ({ result }: ExpectedRunner): boolean => {
    const now = standings.find(result.runnerId);
    return now?.status === 'racing' && timeAt(now, point) === null;
  };
  return { ...found, next: found.next.filter(isComing).slice(0, most) };
}
