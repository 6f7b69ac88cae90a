import { type Climb, coursesOf } from '../model/courses.ts';
import type { Stage } from '../model/laid-out-course.ts';
import type { EventCode } from '../model/event.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';
import type { UnrankedResult } from '../model/result.ts';

/**
 * The configured stage name of a split on the course of an event, else on the first course that has it; undefined
 * without one (RULES.md CP1, CP4).
 */
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

/** The code of the split, in capitals. */
export function codeCheckpoint(slot: number, config: Pick<RaceConfig, 'setup'>): string {
  return (coursesOf(config).slots[slot]?.code ?? '').toUpperCase();
}

/** Whether a climb lists a runner: everyone who runs it, is ranked and did not DNF (RULES.md RK9, RK15). */
export function isInKom(
  { status, events }: Pick<UnrankedResult, 'status' | 'events'>,
  kom: Climb,
): boolean {
  return status !== 'dnf' && kom.ranked.includes(events);
}
