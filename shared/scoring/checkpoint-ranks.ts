import { CHECKPOINTS } from '../model/time-point.ts';
import type { UnrankedResult } from '../model/result.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byTime } from './rank-keys.ts';

/**
 * Places at the checkpoints of one event (RULES.md RK6). The times of a
 * checkpoint are gathered when its places are first asked for and kept in step
 * from then on, so that a page that shows no splits pays nothing for them.
 */
export class CheckpointRanks {
  readonly #times: (OrderedSequence<number> | undefined)[] = CHECKPOINTS.map(() => undefined);
  readonly #listed: () => Iterable<UnrankedResult>;

  /** `listed` gives everyone of the event as they stand at that moment. */
  constructor(listed: () => Iterable<UnrankedResult>) {
    this.#listed = listed;
  }

  /** The place at each checkpoint, null where the runner has no split. */
  placesOf(result: UnrankedResult): readonly (number | null)[] {
    return CHECKPOINTS.map((_, slot) => {
      const splitMs = result.splitsMs[slot] ?? null;
      return splitMs === null ? null : this.#timesAt(slot).countBelow(splitMs) + 1;
    });
  }

  /** Takes out the splits of `before` and puts in those of `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    for (const [slot, times] of this.#times.entries()) {
      if (!times) continue;
      const oldMs = before?.splitsMs[slot] ?? undefined;
      const newMs = after?.splitsMs[slot] ?? undefined;
      if (oldMs !== newMs) times.replace(oldMs, newMs);
    }
  }

  /** Drops all that was gathered. */
  clear(): void {
    this.#times.fill(undefined);
  }

  #timesAt(slot: number): OrderedSequence<number> {
    const known = this.#times[slot];
    if (known) return known;
    const times = new OrderedSequence(byTime);
    const splits: number[] = [];
    for (const result of this.#listed()) {
      const splitMs = result.splitsMs[slot] ?? null;
      if (splitMs !== null) splits.push(splitMs);
    }
    // A typed array sorts numbers several times faster than the load would.
    times.load(Float64Array.from(splits).toSorted());
    this.#times[slot] = times;
    return times;
  }
}
