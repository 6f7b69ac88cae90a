import { DEFAULT_EVENT_LABELS, type EventCode, EVENTS } from '../model/event.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';

/** The name of an event: as configured, else its customary one. */
export function labelEvent(event: EventCode, { distances }: Pick<RaceConfig, 'distances'>): string {
  return splitNames(distances)[EVENTS.indexOf(event)] || DEFAULT_EVENT_LABELS[event];
}
