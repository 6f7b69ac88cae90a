import { type Courses, coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';

import { type EventGuns, type Guns, readGuns, type StartingRunner } from './own-start.ts';

/** The phase of a runner not read yet: gone with the gun, starting later than their event, or neither. */
export type StartPhase = 'by-gun' | 'later' | undefined;

/** Returns the start phase of a runner not read yet (RULES.md ST11, ST12). */
export function findStartPhases(
  settings: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
  { gunOf, guns }: Guns,
  nowMs: EpochMs,
): (runner: StartingRunner) => StartPhase {
  return (runner) => {
    const gunMs = gunOf(runner);
    if (gunMs === undefined) return undefined;
    if (gunMs <= nowMs) return isMassStart(runner.event, settings) ? 'by-gun' : undefined;
    // Until the main gun early starters are not looked for either.
    return gunMs > (guns[runner.event] ?? -Infinity) ? 'later' : undefined;
  };
}

/** Whether anybody of an event has a gun (RULES.md ST11). */
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

export interface StartSettings extends RaceConfig {
  /** The events with a gun and without any read at the start. */
  readonly massStarts?: readonly EventCode[];
}

/** Whether runners of an event start with their guns: it has no start mat, and is open (RULES.md ST11). */
export function isMassStart(
  event: EventCode,
  config: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
): boolean {
  return (config.massStarts?.includes(event) ?? false) && !isClosedFor(event, config);
}

/**
 * Whether everybody of an event not read yet counts as on course in public, where individual starts are unknown: from the
 * last gun on (RULES.md ST11).
 */
export function isStartedByGun(event: EventCode, config: StartSettings, nowMs: EpochMs): boolean {
  if (!isMassStart(event, config)) return false;
  const courses = coursesOf(config);
  const guns = readGuns(config);
  if (courses.findDistance(event)?.hasOwnStarts) return false;
  const waves = courses.setup.waves.filter(({ distance }) => distance === event);
  const all = [event, ...waves.map(({ id }) => id)].map((key) => guns[key]);
  // If each wave has a gun, the event needs none.
  const known = waves.length > 0 ? all.slice(1).concat(all[0] ?? -Infinity) : all;
  return known.every((gunMs) => gunMs !== undefined && gunMs <= nowMs);
}
