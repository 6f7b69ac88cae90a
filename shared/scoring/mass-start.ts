import type { EventCode } from '../model/event.ts';
import { isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { coursesOf } from '../model/courses.ts';
import { readGuns } from './guns.ts';

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
