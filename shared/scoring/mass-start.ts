import type { EventCode } from '../model/event.ts';
import { isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { coursesOf, type Courses } from '../model/courses.ts';
import { readGuns } from './guns.ts';
import type { Guns, StartingRunner } from './own-start.ts';

/** What tells whether everybody of an event went with the gun. */
export interface StartSettings extends RaceConfig {
  /** The events in which somebody has a gun and of which nobody was read at the start. */
  readonly massStarts?: readonly EventCode[];
}

/** How somebody who was not read yet stands to their gun: gone with it, to start later than their event, or neither. */
export type StartPhase = 'by-gun' | 'later' | undefined;

/** Whether all of an event go with their guns (RULES.md ST11): it has no mat at its start, and is not closed. */
export function isMassStart(
  event: EventCode,
  config: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
): boolean {
  return (config.massStarts?.includes(event) ?? false) && !isClosedFor(event, config);
}

/**
 * Whether all who take part in an event and were not read yet are on course all the same, as the public counts them,
 * which is not told who starts when (RULES.md ST11): from the last of its guns on.
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

/** How each runner who was not read yet stands to the gun that they have (RULES.md ST11, ST12). */
export function findStartPhases(
  settings: Pick<StartSettings, 'massStarts' | 'closed' | 'closedEvents'>,
  { gunOf, guns }: Guns,
  nowMs: EpochMs,
): (runner: StartingRunner) => StartPhase {
  return (runner) => {
    const gunMs = gunOf(runner);
    if (gunMs === undefined) return undefined;
    if (gunMs <= nowMs) return isMassStart(runner.event, settings) ? 'by-gun' : undefined;
    // Those who go before the rest are like the rest until then: nobody is looked for yet.
    return gunMs > (guns[runner.event] ?? -Infinity) ? 'later' : undefined;
  };
}

/** Which events go with their guns as far as nobody was read at their start: somebody in them has one (RULES.md ST11). */
export function hasAnyGun(
  event: EventCode,
  { guns, courses }: Pick<Guns, 'guns'> & { readonly courses: Courses },
): boolean {
  return (
    guns[event] !== undefined ||
    courses.findDistance(event)?.hasOwnStarts === true ||
    courses.setup.waves.some(({ id, distance }) => distance === event && guns[id] !== undefined)
  );
}
