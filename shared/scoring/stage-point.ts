import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs } from '../model/time.ts';

/** The end of a stage: the slot of a checkpoint, or the finish. */
export type StagePoint = number | 'finish';

/**
 * The ends of the stages of an event, in the order of its course (RULES.md CP1). Where laps rank its last lap is the
 * end (RK12).
 */
export function stagePointsOf(event: EventCode, courses: Courses): readonly StagePoint[] {
  const slots = courses.stagesOf(event).map(({ slot }) => slot);
  return courses.rankingOf(event).isByLaps ? slots : [...slots, 'finish'];
}

/** Undefined for a slot without a checkpoint. */
export function pointOf(stage: StagePoint, courses: Courses): TimePoint | undefined {
  return stage === 'finish' ? stage : courses.slots[stage]?.point;
}

/** When a runner was there, from their start; null where no time is known. Only a finisher has one at the finish. */
export function timeAt(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  point: StagePoint,
): DurationMs | null {
  if (point === 'finish') return result.status === 'finished' ? result.totalMs : null;
  return result.splitsMs[point] ?? null;
}
