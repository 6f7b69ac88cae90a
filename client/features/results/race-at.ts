import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type DurationMs, type EpochMs, MINUTE_MS } from '#shared/model/time.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import type { Standings } from '#shared/scoring/standings.ts';

/** A point of a race at a moment: the counts include the runners who were there by then. */
export interface PointAt {
  readonly point: StagePoint;
  readonly count: number;
  /** How many of those were on their way to the next point. */
  readonly onward: number;
  /** The one of them with the best time there. */
  readonly first: { readonly result: UnrankedResult; readonly elapsedMs: DurationMs } | undefined;
}

export interface RaceAt {
  readonly event: EventCode;
  readonly finished: number;
  readonly onCourse: number;
  readonly out: number;
  readonly awaited: number;
  /** How many were on their way to the first point. */
  readonly starting: number;
  readonly points: readonly PointAt[];
}

/**
 * A race at a moment, from the present results (SCREENS.md PG8). A DNF runner was on course until
 * they were last seen. It walks every row: a few milliseconds for 32,000.
 */
export function findRaceAt(standings: Standings, event: EventCode, atMs: EpochMs): RaceAt {
  const points = stagePointsOf(event, standings.courses);
  const counts = points.map(() => 0);
  const onward = [...counts, 0];
  const firsts: PointAt['first'][] = points.map(() => undefined);
  let [finished, onCourse, out] = [0, 0, 0];
  for (const result of standings.listed(event)) {
    const { startedAtMs, status } = result;
    if (startedAtMs === null || startedAtMs > atMs) continue;
    let [furthest, lastMs] = [-1, startedAtMs];
    for (let index = 0; index < points.length; index += 1) {
      const elapsedMs = timeAt(result, points[index] ?? 'finish');
      if (elapsedMs === null) continue;
      lastMs = Math.max(lastMs, startedAtMs + elapsedMs);
      if (startedAtMs + elapsedMs > atMs) continue;
      furthest = index;
      counts[index] = (counts[index] ?? 0) + 1;
      if (elapsedMs < (firsts[index]?.elapsedMs ?? Infinity)) firsts[index] = { result, elapsedMs };
    }
    if (furthest === points.length - 1) finished += 1;
    else if (status === 'dnf' && lastMs <= atMs) out += 1;
    else {
      onCourse += 1;
      onward[furthest + 1] = (onward[furthest + 1] ?? 0) + 1;
    }
  }
  return {
    event,
    finished,
    onCourse,
    out,
    awaited: Math.max(0, (standings.totals[event] ?? 0) - finished - onCourse - out),
    starting: onward[0] ?? 0,
    points: points.map((point, index) => ({
      point,
      count: counts[index] ?? 0,
      onward: onward[index + 1] ?? 0,
      first: firsts[index],
    })),
  };
}

/** From the first start to the last moment known by `nowMs`, in whole minutes; undefined before anybody has started. */
export function findPast(
  standings: Standings,
  events: readonly EventCode[],
  nowMs: EpochMs,
): { readonly fromMs: EpochMs; readonly minutes: number } | undefined {
  let [fromMs, lastMs] = [Infinity, -Infinity];
  for (const event of events) {
    for (const { startedAtMs, splitsMs, totalMs } of standings.listed(event)) {
      if (startedAtMs === null || startedAtMs > nowMs) continue;
      fromMs = Math.min(fromMs, startedAtMs);
      lastMs = Math.max(lastMs, startedAtMs + Math.max(0, totalMs ?? 0));
      for (const splitMs of splitsMs) lastMs = Math.max(lastMs, startedAtMs + (splitMs ?? 0));
    }
  }
  if (fromMs === Infinity) return undefined;
  return { fromMs, minutes: Math.ceil((Math.min(nowMs, lastMs) - fromMs) / MINUTE_MS) };
}
