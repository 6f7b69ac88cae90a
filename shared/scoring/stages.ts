import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { Starter, UnrankedResult } from '../model/result.ts';
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

type Group = 'overall' | 'sex' | 'ageGroup';

export interface GroupPlace {
  /** One more than the number of faster ones. */
  readonly place: number;
  /** How many have a time there. */
  readonly placed: number;
  /** How many are listed, wherever they are. */
  readonly listed: number;
}

/**
 * The number that a place is among: those of the group in the results, since runners still to come count; once nobody
 * is, those with a time there (RULES.md GP4).
 */
export function countAmong({ placed, listed }: GroupPlace, isClosed: boolean): number {
  return isClosed ? placed : listed;
}

/** The place in each group; null in one that the runner is not in, and at a point where they have no time. */
export type GroupPlaces = Readonly<Record<Group, GroupPlace | null>>;
