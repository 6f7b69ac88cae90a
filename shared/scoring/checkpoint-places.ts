import type { Ranking } from '../model/ranking.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { DurationMs } from '../model/time.ts';
import { countWhile } from './ordered-values.ts';

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
