import type { EventCode } from '../model/event.ts';
import { isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';

/** What tells whether everybody of an event went with the gun. */
export interface StartSettings extends Pick<
  RaceConfig,
  'raceStart' | 'starts' | 'timeZone' | 'closed' | 'closedEvents'
> {
  /** The events that have a gun and of which nobody was read at the start. */
  readonly massStarts?: readonly EventCode[];
}

/**
 * Whether those who take part in an event and were not read yet are on course all the same (RULES.md
 * ST11): it has a gun, which has gone, and no mat at its start, and it is not closed.
 */
export function isStartedByGun(event: EventCode, config: StartSettings, nowMs: EpochMs): boolean {
  if (!config.massStarts?.includes(event) || isClosedFor(event, config)) return false;
  const gunMs = findStartMs(config.starts[event] || config.raceStart, config.timeZone);
  return gunMs !== undefined && gunMs <= nowMs;
}
