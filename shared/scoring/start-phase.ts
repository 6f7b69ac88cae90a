import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { EpochMs } from '../model/time.ts';
import type { EventGuns } from './guns.ts';
import { isMassStart, type StartSettings } from './mass-start.ts';
import type { Guns, StartingRunner } from './own-start.ts';

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
