import { coursesOf } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import { type RaceConfig, splitNames } from '../model/race-config.ts';

/** The name of an event: as configured, else its customary one. */
export function labelEvent(
  event: EventCode,
  config: Pick<RaceConfig, 'distances' | 'setup'>,
): string {
  const courses = coursesOf(config);
  const name = splitNames(config.distances)[courses.events.indexOf(event)];
  return name || courses.findDistance(event)?.name || event;
}

/** The events that can be entered: as many as there are distances, all three before any is named. */
export function listEvents(config: Pick<RaceConfig, 'distances' | 'setup'>): readonly EventCode[] {
  const { events } = coursesOf(config);
  const names = splitNames(config.distances);
  return names.length === 0 ? events : events.slice(0, names.length);
}
