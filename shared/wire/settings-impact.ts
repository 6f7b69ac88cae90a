import type { EventCode } from '../model/event.ts';
import type { RunnerStatus } from '../model/result.ts';

/** How many of those listed in an event have each status. */
export type StatusCounts = Readonly<Record<RunnerStatus, number>>;

/** What settings would make of the results of one event. */
export interface EventImpact {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
  /** Finishers before and after whose total would be another. */
  readonly moved: number;
}

/** The answer to POST /webconfig/preview: nothing of it is done. */
export type SettingsImpact = Readonly<Record<EventCode, EventImpact>>;
