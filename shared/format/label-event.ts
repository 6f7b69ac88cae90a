import { DEFAULT_EVENT_LABELS, type EventCode, EVENTS } from '../model/event.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';

/** The name of an event: as configured, else its customary one. */
export function labelEvent(event: EventCode, { distances }: Pick<RaceConfig, 'distances'>): string {
  return splitNames(distances)[EVENTS.indexOf(event)] || DEFAULT_EVENT_LABELS[event];
}

/** The events that can be entered: as many as there are distances, all three before any is named. */
export function listEvents({ distances }: Pick<RaceConfig, 'distances'>): readonly EventCode[] {
  const names = splitNames(distances);
  return names.length === 0 ? EVENTS : EVENTS.slice(0, names.length);
}
