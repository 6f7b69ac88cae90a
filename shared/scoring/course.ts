import { type Climb, type Courses, coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { Stage } from '../model/laid-out-course.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';
import type { CourseProfile } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { StagePoint } from './stages.ts';

/** The configured stage name of a split on the course of an event, else on the first course with it (RULES.md CP4). */
export function findCheckpointName(
  slot: number,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  event?: EventCode,
): string | undefined {
  const courses = coursesOf(config);
  const isHere = (stage: Stage): boolean => stage.slot === slot;
  const stages = [event ?? '', ...courses.events]
    .map((one) => courses.stagesOf(one))
    .find((course) => course.some(isHere));
  const { label = '', wayPointIndex = -1 } = stages?.find(isHere) ?? {};
  const name = splitNames(config.wayPoints)[wayPointIndex];
  if (label !== '' || !name) return label || undefined;
  const times = stages?.filter((stage) => stage.wayPointIndex === wayPointIndex).length ?? 0;
  return times > 1 ? `${name} ${courses.slots[slot]?.visit}` : name;
}

/** The public name of a checkpoint: its stage name, else its code. */
export function labelCheckpoint(
  slot: number,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  event?: EventCode,
): string {
  return findCheckpointName(slot, config, event) ?? codeCheckpoint(slot, config);
}

/** The public name of the end of a stage; `finish` is the word for the finish, which differs within a sentence. */
export function labelPoint(
  point: StagePoint,
  finish: string,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  event?: EventCode,
): string {
  return point === 'finish' ? finish : labelCheckpoint(point, config, event);
}

/** The stage name of a point on the course of an event: of a repeated one without the number or label of a visit. */
export function findPointName(
  point: string,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  event?: EventCode,
): string | undefined {
  const { slots, namedPoints } = coursesOf(config);
  const isRepeated = slots.filter((one) => one.point === point).length > 1;
  return isRepeated
    ? splitNames(config.wayPoints)[namedPoints.indexOf(point)] || undefined
    : findCheckpointName(
        slots.findIndex(({ code }) => code === point),
        config,
        event,
      );
}

export function codeCheckpoint(slot: number, config: Pick<RaceConfig, 'setup'>): string {
  return (coursesOf(config).slots[slot]?.code ?? '').toUpperCase();
}

/** Whether the table of a climb lists a runner (RULES.md RK9, RK15). */
export function isInKom(
  { status, events }: Pick<UnrankedResult, 'status' | 'events'>,
  kom: Climb,
): boolean {
  return status !== 'dnf' && kom.ranked.includes(events);
}

/** The end of a stage, measured from the start. */
export interface StageLength {
  readonly atM: number;
  /** Undefined if unknown. */
  readonly climbM: number | undefined;
}

/** The ends of the stages of an event in order, the finish last; undefined if not given (RULES.md RD3). */
export function stageLengthsOf(
  event: EventCode,
  courses: Courses,
): readonly (StageLength | undefined)[] {
  const course = courses.findCourse(event);
  if (!course) return [];
  const { visits, lengthM, climbM, profile } = course;
  const find = (atM: number | undefined, climbed: number | undefined): StageLength | undefined =>
    atM === undefined
      ? undefined
      : { atM, climbM: climbed ?? (profile && climbTo(profile.heights, atM)) };
  const shown = visits.filter(({ isPublic }) => isPublic !== false); // RD4
  return [...shown.map((visit) => find(visit.atM, visit.climbM)), find(lengthM, climbM)];
}

/** Smaller ups and downs are noise. */
const LEAST_CLIMB_M = 5;

/** The climb along a profile up to `toM`, in whole metres: from each low to the next high (RULES.md RD3). */
export function climbTo(heights: CourseProfile['heights'], toM: number): number {
  let climbM = 0;
  let [beforeM, low] = heights[0] ?? [0, 0];
  let before = low;
  let high = low;
  const rise = (): number => (high - low >= LEAST_CLIMB_M ? high - low : 0);
  for (const [atM, endM] of heights) {
    if (beforeM > toM) break;
    const share = atM > toM ? (toM - beforeM) / (atM - beforeM) : 1;
    const heightM = before + share * (endM - before);
    if (heightM > high) high = heightM;
    else if (heightM < low || high - heightM >= LEAST_CLIMB_M) {
      climbM += rise();
      low = heightM;
      high = heightM;
    }
    if (share < 1) break;
    [beforeM, before] = [atM, endM];
  }
  return Math.round(climbM + rise());
}

/** Flat metres that take as long as a metre of climb: Naismith's rule, as runners use it. */
const CLIMB_COSTS = 8;

/** The equivalent distance on the flat, in metres. */
export function effortOf({ atM, climbM = 0 }: StageLength): number {
  return atM + CLIMB_COSTS * climbM;
}
