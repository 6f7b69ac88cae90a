import type { UnrankedResult } from '../model/result.ts';
import { countWhile } from './ordered-sequence.ts';

/**
 * The places at the checkpoints of one event (RULES.md RK6) as they were at one
 * moment, however the race goes on.
 */
export class CheckpointPlaces {
  /** The splits at each checkpoint, in order. */
  readonly #splits: readonly Float64Array[];

  constructor(splits: readonly Float64Array[]) {
    this.#splits = splits;
  }

  /** The place at each checkpoint, null where the runner has no split. */
  of(result: UnrankedResult): (number | null)[] {
    return result.splitsMs.map((splitMs, slot) => {
      const splits = this.#splits[slot];
      if (splitMs === null || !splits) return null;
      return countWhile(splits.length, (at) => (splits[at] ?? Infinity) < splitMs) + 1;
    });
  }

  /** For each checkpoint the greatest split of which the place was the same `before`, as is that of any smaller one. */
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
