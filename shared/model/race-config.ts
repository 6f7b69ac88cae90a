import type { EventCode } from './event.ts';

/** Which moment a runner's time runs from: the gun for all, or their own start read. */
export const TIMINGS = ['gun', 'chip'] as const;
export type Timing = (typeof TIMINGS)[number];

/** The organiser's settings, as kept in the record and as `/config` shows them. */
export interface RaceConfig {
  readonly pageTitle: string;
  /** Up to three distance names, comma-separated: BB, PB, UB. */
  readonly distances: string;
  /** Stage names, comma-separated; which event uses which is in `scoring/course.ts`. */
  readonly wayPoints: string;
  /** KOM names, comma-separated. */
  readonly KOMs: string;
  /** The gun for everyone without one of their own: `YYYY-MM-DD-HH-mm-ss` in `timeZone`, or empty. */
  readonly raceStart: string;
  /** The gun per event, same form, empty for those who start with `raceStart`. */
  readonly starts: Readonly<Record<EventCode, string>>;
  /** IANA name of the zone in which the starts are written. */
  readonly timeZone: string;
  /** A line under the title, such as when the 10K starts. */
  readonly startText: string;
  readonly timing: Timing;
  /** `HH:MM:SS` after the start before which nobody can have finished. */
  readonly earliestFinish: string;
  /** Whether the race is over: whoever is still out becomes DNF. */
  readonly closed: boolean;
  /** The same for a distance alone. */
  readonly closedEvents: Readonly<Record<EventCode, boolean>>;
}

export const DEFAULT_CONFIG: RaceConfig = {
  pageTitle: 'Race results',
  distances: 'Half,Full,Ultra',
  wayPoints: '',
  KOMs: '',
  raceStart: '',
  starts: { BB: '', PB: '', UB: '' },
  timeZone: 'Europe/London',
  startText: '',
  timing: 'gun',
  earliestFinish: '00:10:00',
  closed: false,
  closedEvents: { BB: false, PB: false, UB: false },
};

/** Whether the race is over for a distance, by itself or with all others (RULES.md OV4). */
export function isClosedFor(
  event: EventCode,
  { closed, closedEvents }: Pick<RaceConfig, 'closed' | 'closedEvents'>,
): boolean {
  return closed || closedEvents[event];
}

/** Splits a comma-separated setting into trimmed names; empty when it is blank. */
export function splitNames(list: string): string[] {
  return list.trim() === '' ? [] : list.split(',').map((name) => name.trim());
}
