import { type Courses, coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';

import { type EventGuns, type Guns, readGuns, type StartingRunner } from './own-start.ts';

/** The phase of a runner who was not read yet: gone with the gun, starting later than their event, or neither. */
export type StartPhase = 'by-gun' | 'later' | undefined;

/** The start phase of each runner who was not read yet (RULES.md ST11, ST12). */
export function findStartPhases(
  settings: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
  { gunOf, guns }: Guns,
  nowMs: EpochMs,
): (runner: StartingRunner) => StartPhase {
  return (runner) => {
    const gunMs = gunOf(runner);
    if (gunMs === undefined) return undefined;
    if (gunMs <= nowMs) return isMassStart(runner.event, settings) ? 'by-gun' : undefined;
    // Early starters are like the rest until the main gun: nobody is looked for yet.
    return gunMs > (guns[runner.event] ?? -Infinity) ? 'later' : undefined;
  };
}

/** Whether anybody of an event has a gun, with which it starts if nobody was read at the start (RULES.md ST11). */
export function hasAnyGun(
  event: EventCode,
  { guns, courses }: { readonly guns: EventGuns; readonly courses: Courses },
): boolean {
  return (
    guns[event] !== undefined ||
    courses.findDistance(event)?.hasOwnStarts === true ||
    courses.setup.waves.some(({ id, distance }) => distance === event && guns[id] !== undefined)
  );
}

/** The settings that decide whether an event started with the gun. */
export interface StartSettings extends RaceConfig {
  /** The events with a gun and without any read at the start. */
  readonly massStarts?: readonly EventCode[];
}

/** Whether all of an event start with their guns (RULES.md ST11): it has no mat at its start, and is not closed. */
export function isMassStart(
  event: EventCode,
  config: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
): boolean {
  return (config.massStarts?.includes(event) ?? false) && !isClosedFor(event, config);
}

/**
 * Whether all who take part in an event and were not read yet count as on course, in the public counts, which do not
 * know who starts when (RULES.md ST11): from the last of its guns on.
 */
export function isStartedByGun(event: EventCode, config: StartSettings, nowMs: EpochMs): boolean {
  if (!isMassStart(event, config)) return false;
  const courses = coursesOf(config);
  const guns = readGuns(config);
  if (courses.findDistance(event)?.hasOwnStarts) return false;
  const waves = courses.setup.waves.filter(({ distance }) => distance === event);
  const all = [event, ...waves.map(({ id }) => id)].map((key) => guns[key]);
  // Where each wave has a gun nobody may need that of the event.
  const known = waves.length > 0 ? all.slice(1).concat(all[0] ?? -Infinity) : all;
  return known.every((gunMs) => gunMs !== undefined && gunMs <= nowMs);
}
