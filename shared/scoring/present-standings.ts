import { byEvent, type EventCode, EVENTS } from '../model/event.ts';
import type { Result, UnrankedResult } from '../model/result.ts';
import { CHECKPOINTS } from '../model/time-point.ts';
import { CheckpointPlaces } from './checkpoint-places.ts';
import { presentRankedResult } from './present-result.ts';
import type { Standings } from './standings.ts';
import type { Steps } from './steps.ts';

/*
 * The standings as GET /api tells them, which the page works out for itself where it needs them.
 */

/** The ranking of an event at one moment. */
export interface FrozenEvent {
  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  readonly listed: readonly UnrankedResult[];
  readonly places: CheckpointPlaces;
}

/** Prepares {@link freeze}, which takes long the first time, a checkpoint a step. */
export function* prepareToFreeze({ events }: Standings): Steps<void> {
  for (const event of EVENTS) yield* events[event].checkpoints.gather();
}

/** Each event as it is now: rows are never changed, but replaced. */
export function freeze({ events }: Standings): Readonly<Record<EventCode, FrozenEvent>> {
  return byEvent((event) => ({
    listed: events[event].all(),
    places: new CheckpointPlaces(
      CHECKPOINTS.map((_, slot) => events[event].checkpoints.timesAt(slot).listValues()),
    ),
  }));
}

/** Every public row, event by event in the order of {@link FrozenEvent.listed}. */
export function presentAll(standings: Standings): Result[] {
  const frozen = freeze(standings);
  return EVENTS.flatMap((event) => {
    const { listed, places } = frozen[event];
    const total = standings.totals[event];
    return listed.map((result) => presentRankedResult(result, places.of(result), total));
  });
}
