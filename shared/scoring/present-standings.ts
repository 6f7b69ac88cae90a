import type { EventCode } from '../model/event.ts';
import type { Result, UnrankedResult } from '../model/result.ts';
import { CheckpointPlaces } from './checkpoint-places.ts';
import { listDistinct } from './ordered-values.ts';
import { presentRankedResult } from './present-result.ts';
import type { Standings } from './standings.ts';
import type { Steps } from './steps.ts';

/* The standings as in GET /api; the page computes them itself where it needs them. */

/** The ranking of an event at one moment. */
export interface FrozenEvent {
  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  readonly listed: readonly UnrankedResult[];
  readonly places: CheckpointPlaces;
}

/** Prepares {@link freeze}, which takes long the first time; yields after each checkpoint. */
export function* prepareToFreeze(standings: Standings): Steps<void> {
  for (const event of standings.courses.events) {
    yield* standings.eventOf(event).checkpoints.gather();
  }
}

/** Each event as it is now: rows are never changed, but replaced. */
export function freeze(standings: Standings): ReadonlyMap<EventCode, FrozenEvent> {
  const { courses } = standings;
  return new Map(
    courses.events.map((event) => {
      const its = standings.eventOf(event);
      const ranking = courses.rankingOf(event);
      const splits = courses.slots.map((_, slot) => {
        const values = its.checkpoints.timesAt(slot).listValues();
        return ranking.isDense ? listDistinct(values) : values;
      });
      return [event, { listed: its.all(), places: new CheckpointPlaces(splits, ranking) }];
    }),
  );
}

/** Every public row, event by event in the order of {@link FrozenEvent.listed}. */
export function presentAll(standings: Standings): Result[] {
  return [...freeze(standings)].flatMap(([event, { listed, places }]) => {
    const total = standings.totals[event] ?? 0;
    return listed.map((result) => presentRankedResult(result, places.of(result), total));
  });
}
