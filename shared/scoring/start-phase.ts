import type { Courses } from '../model/courses.ts';
import type { EventCode } from '../model/event.ts';
import type { EpochMs } from '../model/time.ts';
import type { EventGuns } from './guns.ts';
import { isMassStart, type StartSettings } from './mass-start.ts';
import type { Guns, StartingRunner } from './own-start.ts';

/** How somebody who was not read yet stands to their gun: gone with it, to start later than their event, or neither. */
export type StartPhase = 'by-gun' | 'later' | undefined;

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
  { guns, courses }: { readonly guns: EventGuns; readonly courses: Courses },
): boolean {
  return (
    guns[event] !== undefined ||
    courses.findDistance(event)?.hasOwnStarts === true ||
    courses.setup.waves.some(({ id, distance }) => distance === event && guns[id] !== undefined)
  );
}
