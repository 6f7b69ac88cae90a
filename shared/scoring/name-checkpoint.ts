import { CHECKPOINTS } from '../model/time-point.ts';
import type { EventCode } from '../model/event.ts';
import { EVENTS } from '../model/event.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { splitNames } from '../model/race-config.ts';
import { stagesOf } from './course.ts';

/**
 * The configured stage name of the checkpoint in a slot on the course of an event, else on the first course that has it; undefined without
 * one (RULES.md CP1, CP4).
 */
export function findCheckpointName(
  slot: number,
  { wayPoints }: Pick<RaceConfig, 'wayPoints'>,
  event?: EventCode,
): string | undefined {
  const courses = event === undefined ? EVENTS : [event, ...EVENTS];
  const stage = courses.flatMap(stagesOf).find((one) => one.slot === slot);
  return (stage && splitNames(wayPoints)[stage.wayPointIndex]) || undefined;
}

/** What a checkpoint goes by wherever it is shown to the public: its stage name, else its code. */
export function labelCheckpoint(
  slot: number,
  config: Pick<RaceConfig, 'wayPoints'>,
  event?: EventCode,
): string {
  return findCheckpointName(slot, config, event) ?? codeCheckpoint(slot);
}

/** The point of the checkpoint, in capitals. */
export function codeCheckpoint(slot: number): string {
  return (CHECKPOINTS[slot] ?? '').toUpperCase();
}
