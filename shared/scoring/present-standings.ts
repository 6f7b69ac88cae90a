import type { EventCode } from '../model/event.ts';
import type { Result, UnrankedResult } from '../model/result.ts';
import { listDistinct, countWhile } from './ordered-values.ts';
import { presentRankedResult } from './present-result.ts';
import type { Standings } from './standings.ts';
import type { Ranking } from '../model/ranking.ts';
import type { DurationMs } from '../model/time.ts';

/* The standings as in GET /api; the page computes them itself where it needs them. */

/** The ranking of an event at one moment. */
export interface FrozenEvent {
  /** Everyone listed: finishers by place, then DNFs, then those on course (RULES.md RK10). */
  readonly listed: readonly UnrankedResult[];
  readonly places: CheckpointPlaces;
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

/** The places at the checkpoints of one event (RULES.md RK6) at one moment, unaffected by later changes. */
export class CheckpointPlaces {
  /** The ranking values at each checkpoint, in order; where places are dense each value once. */
  readonly #splits: readonly Float64Array[];
  readonly #ranking: Ranking;

  constructor(splits: readonly Float64Array[], ranking: Ranking) {
    this.#splits = splits;
    this.#ranking = ranking;
  }

  /** The ranking value of a split. */
  valueOf(splitMs: DurationMs): number {
    return this.#ranking.valueOf(splitMs);
  }

  /** The place at each checkpoint, null where the runner has no split. */
  of(result: UnrankedResult): (number | null)[] {
    const { isRanked, valueOf } = this.#ranking;
    return result.splitsMs.map((splitMs, slot) => {
      const splits = this.#splits[slot];
      if (splitMs === null || !splits || !isRanked) return null;
      const value = valueOf(splitMs);
      return countWhile(splits.length, (at) => (splits[at] ?? Infinity) < value) + 1;
    });
  }

  /** For each checkpoint the greatest value whose place, like that of all smaller ones, was the same `before`. */
  findSteady(before: CheckpointPlaces): number[] {
    return this.#splits.map((splits, slot) => {
      const others = before.#splits[slot] ?? new Float64Array();
      const length = Math.max(splits.length, others.length);
      for (let at = 0; at < length; at += 1) {
        if (splits[at] !== others[at]) {
          return Math.min(splits[at] ?? Infinity, others[at] ?? Infinity);
        }
      }
      return Infinity;
    });
  }
}
