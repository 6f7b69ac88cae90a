import type { Starter, UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { type StagePoint, timeAt } from './stage-point.ts';

/** Another runner at the same point, and the gap between them there. */
export interface Neighbour {
  readonly result: Starter;
  readonly gapMs: DurationMs;
}

/** One stage of a runner's race, as known at its end (RULES.md GP5, GP6). */
export interface StageRun {
  readonly point: StagePoint;
  /** From the start to here; null if no time is known, as all that follows from it. */
  readonly elapsedMs: DurationMs | null;
  /** Among all of the event who have a time here. */
  readonly place: number | null;
  /** Places won since the last stage with one, negative for lost. */
  readonly gained: number | null;
  /** From the end of the stage before, for the first from the start. */
  readonly legMs: DurationMs | null;
  /** Among all of the event who have a time for this leg. */
  readonly legPlace: number | null;
  /** Behind the fastest here; zero for the leader. */
  readonly leaderGapMs: DurationMs | null;
  /** The nearest runner who was faster up to here, and the nearest who was slower. */
  readonly ahead: Neighbour | null;
  readonly behind: Neighbour | null;
}

/** The time from the end of one stage to that of the next; null unless it is positive. */
export function legTime(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  from: StagePoint | undefined,
  to: StagePoint,
): DurationMs | null {
  const fromMs = from === undefined ? 0 : timeAt(result, from);
  const toMs = timeAt(result, to);
  return fromMs === null || toMs === null || toMs <= fromMs ? null : toMs - fromMs;
}
