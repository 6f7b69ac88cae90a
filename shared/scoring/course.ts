import { type Climb, coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';
import type { UnrankedResult } from '../model/result.ts';

/**
 * The configured stage name of a split on the course of an event, else on the first course that has it; undefined without
 * one (RULES.md CP1, CP4). A visit with a label of its own goes by that.
 */
export function findCheckpointName(
  slot: number,
  config: Pick<RaceConfig, 'wayPoints' | 'setup'>,
  event?: EventCode,
): string | undefined {
  const courses = coursesOf(config);
  const events = event === undefined ? courses.events : [event, ...courses.events];
  const stage = events.flatMap((one) => courses.stagesOf(one)).find((one) => one.slot === slot);
  return stage?.label || (stage && splitNames(config.wayPoints)[stage.wayPointIndex]) || undefined;
}

/** What a checkpoint goes by wherever it is shown to the public: its stage name, else its code. */
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

/** Whether a climb lists a runner: everyone who runs it and did not DNF (RULES.md RK9). */
export function isInKom(
  { status, events }: Pick<UnrankedResult, 'status' | 'events'>,
  kom: Climb,
): boolean {
  return status !== 'dnf' && kom.events.includes(events);
}
