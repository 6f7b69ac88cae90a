/** The three distances, in the order of the `distances` setting: first, second, third. */
export const EVENTS = ['BB', 'PB', 'UB'] as const;
export type EventCode = (typeof EVENTS)[number];

/** The labels the events carry until the organiser names the distances. */
export const DEFAULT_EVENT_LABELS: Readonly<Record<EventCode, string>> = {
  BB: 'Half',
  PB: 'Full',
  UB: 'Ultra',
};

export function isEventCode(value: unknown): value is EventCode {
  return EVENTS.some((event) => event === value);
}
