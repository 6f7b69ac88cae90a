import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { Starter, UnrankedResult } from '../model/result.ts';
import type { TimePoint } from '../model/time-point.ts';
import type { DurationMs } from '../model/time.ts';

/** The end of a stage: the slot of a checkpoint, or the finish. */
export type StagePoint = number | 'finish';

/** The ends of the stages of an event, in order (RULES.md CP1); if laps rank, the last lap is the end (RK12). */
export function stagePointsOf(event: EventCode, courses: Courses): readonly StagePoint[] {
  const slots = courses.stagesOf(event).map(({ slot }) => slot);
  return courses.rankingOf(event).isByLaps ? slots : [...slots, 'finish'];
}

/** Undefined for an unknown slot. */
export function pointOf(stage: StagePoint, courses: Courses): TimePoint | undefined {
  return stage === 'finish' ? stage : courses.slots[stage]?.point;
}

/** The time from the start to a point; null if unknown. Only finishers have one at the finish. */
export function timeAt(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  point: StagePoint,
): DurationMs | null {
  if (point === 'finish') return result.status === 'finished' ? result.totalMs : null;
  return result.splitsMs[point] ?? null;
}

export interface Neighbour {
  readonly result: Starter;
  readonly gapMs: DurationMs;
}

/** One stage of a runner's race, as known at its end (RULES.md GP5, GP6). */
export interface StageRun {
  readonly point: StagePoint;
  /** From the start to here; null, like all derived values, if unknown. */
  readonly elapsedMs: DurationMs | null;
  /** Among everyone of the event with a time here. */
  readonly place: number | null;
  /** Places gained since the last known one; negative for places lost. */
  readonly gained: number | null;
  /** From the end of the stage before, else from the start. */
  readonly legMs: DurationMs | null;
  /** Among everyone of the event with a time for this leg. */
  readonly legPlace: number | null;
  /** Behind the fastest here; zero for the leader. */
  readonly leaderGapMs: DurationMs | null;
  /** The nearest faster and the nearest slower runner up to here. */
  readonly ahead: Neighbour | null;
  readonly behind: Neighbour | null;
}

/** The time between the ends of two stages; null unless positive. */
export function legTime(
  result: Pick<UnrankedResult, 'status' | 'totalMs' | 'splitsMs'>,
  from: StagePoint | undefined,
  to: StagePoint,
): DurationMs | null {
  const fromMs = from === undefined ? 0 : timeAt(result, from);
  const toMs = timeAt(result, to);
  return fromMs === null || toMs === null || toMs <= fromMs ? null : toMs - fromMs;
}

export interface GroupPlace {
  readonly place: number;
  /** The number of runners with a time there. */
  readonly placed: number;
  /** The number of runners listed, wherever they are. */
  readonly listed: number;
}

/**
 * The field size of a place: everyone listed, since runners still out count; once closed, only those with a time
 * (RULES.md GP4).
 */
export function countAmong({ placed, listed }: GroupPlace, isClosed: boolean): number {
  return isClosed ? placed : listed;
}

/** The place in each group; null outside the group or without a time. */
export type GroupPlaces = Readonly<Record<'overall' | 'sex' | 'ageGroup', GroupPlace | null>>;
