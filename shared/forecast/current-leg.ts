import type { UnrankedResult } from '../model/result.ts';
import type { EpochMs } from '../model/time.ts';
import { type StagePoint, timeAt } from '../scoring/stages.ts';
import type { Forecast } from './forecast.ts';

/** The leg that a runner is on. */
export interface CurrentLeg {
  /** The index of the last point read, from 1; 0 for the start. */
  readonly from: number;
  /** Of the point expected next; `from` if unknown. */
  readonly to: number;
  readonly sinceMs: EpochMs;
  readonly expectedMs: EpochMs;
  readonly earliestMs: EpochMs;
  readonly latestMs: EpochMs;
}

export function findCurrentLeg(
  result: UnrankedResult,
  points: readonly StagePoint[],
  expect: Forecast['expect'],
): CurrentLeg {
  const last = points.findLastIndex((point) => timeAt(result, point) !== null);
  const from = last + 1;
  const startedAtMs = result.startedAtMs ?? Number.NaN;
  const sinceMs = startedAtMs + (timeAt(result, points[last] ?? 'finish') ?? 0);
  const [next] = expect(result, 1);
  const to = next ? points.indexOf(next.stage) + 1 : from;
  if (!next || Number.isNaN(sinceMs) || to <= from) {
    return { from, to: from, sinceMs, expectedMs: sinceMs, earliestMs: sinceMs, latestMs: sinceMs };
  }
  return {
    from,
    to,
    sinceMs,
    expectedMs: startedAtMs + next.elapsedMs,
    earliestMs: startedAtMs + next.earliestMs,
    latestMs: startedAtMs + next.latestMs,
  };
}

/** An unread runner is short of the next point, however late. */
const SHORT_OF_NEXT = 0.97;

/** The covered share of the leg, from 0 to below 1. */
export function shareOfLeg(leg: CurrentLeg, nowMs: EpochMs): number {
  const { from, to, sinceMs, expectedMs, earliestMs, latestMs } = leg;
  if (to === from) return 0;
  const untilMs =
    nowMs <= earliestMs || nowMs > latestMs
      ? expectedMs
      : Math.max(expectedMs, (nowMs + latestMs) / 2);
  return Math.min(SHORT_OF_NEXT, Math.max(0, (nowMs - sinceMs) / (untilMs - sinceMs)));
}

/** Whether the position is unknown: too late, or without a forecast. */
export function isUncertain({ from, to, latestMs }: CurrentLeg, nowMs: EpochMs): boolean {
  return to === from || nowMs > latestMs;
}
