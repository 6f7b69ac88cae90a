import { COURSES } from './courses.ts';

export type EventCode = (typeof COURSES)[number]['event'];

/** The events, in the order of the `distances` setting: first, second, third. */
export const EVENTS: readonly EventCode[] = COURSES.map(({ event }) => event);

/** The labels the events carry until the organiser names the distances. */
export const DEFAULT_EVENT_LABELS: Readonly<Record<EventCode, string>> = byEvent(
  (event) => COURSES.find((course) => course.event === event)?.label ?? event,
);

export function isEventCode(value: unknown): value is EventCode {
  return EVENTS.some((event) => event === value);
}

/** Something for each event: `byEvent(() => 0)`. */
export function byEvent<T>(make: (event: EventCode) => T): Record<EventCode, T> {
  return Object.fromEntries(EVENTS.map((event) => [event, make(event)])) as Record<EventCode, T>;
}
