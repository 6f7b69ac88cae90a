import type { EventCode } from '../model/event.ts';
import { DEFAULT_EVENT_LABELS, EVENTS } from '../model/event.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { splitNames } from '../model/race-config.ts';

/** The name of an event: as configured, else its customary one. */
export function labelEvent(event: EventCode, { distances }: Pick<RaceConfig, 'distances'>): string {
  return splitNames(distances)[EVENTS.indexOf(event)] || DEFAULT_EVENT_LABELS[event];
}
