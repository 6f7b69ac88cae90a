import { byEvent, type EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import { CHECKPOINTS, type TimePoint } from '../model/time-point.ts';
import type { DurationMs } from '../model/time.ts';
import { stagesOf } from './course.ts';

/** Where a stage of a course ends: the slot of a checkpoint, or the finish. */
export type StagePoint = number | 'finish';

/** Where the stages of an event end, in the order of its course (RULES.md CP1). */
export function stagePointsOf(event: EventCode): readonly StagePoint[] {
  return [...stagesOf(event).map(({ slot }) => slot), 'finish'];
}

/** Undefined for a slot that no checkpoint has. */
export function pointOf(stage: StagePoint): TimePoint | undefined {
  return stage === 'finish' ? stage : CHECKPOINTS[stage];
}

const COURSE_POINTS = byEvent((event): readonly TimePoint[] => [
  'start',
  ...stagePointsOf(event).flatMap((stage) => pointOf(stage) ?? []),
]);

/** The course of an event in its order, the start first and the climbs left out; the same list at each call. */
export function coursePointsOf(event: EventCode): readonly TimePoint[] {
  return COURSE_POINTS[event];
}

/** When a runner was there, from their start; null where no time is known. Only a finisher has one at the finish. */
export function timeAt(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  point: StagePoint,
): DurationMs | null {
  if (point === 'finish') return result.status === 'finished' ? result.totalMs : null;
  return result.splitsMs[point] ?? null;
}
