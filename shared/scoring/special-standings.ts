import type { UnrankedResult } from '../model/result.ts';
import type { KomSegment } from './course.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byKom } from './rank-keys.ts';

/** One special tab: everyone who runs that KOM and did not DNF, by KOM time (RULES.md RK9). */
export class SpecialStandings {
  readonly list: OrderedSequence<UnrankedResult>;
  readonly #kom: KomSegment;

  constructor(kom: KomSegment) {
    this.#kom = kom;
    this.list = new OrderedSequence(byKom(kom.index));
  }

  load(results: readonly UnrankedResult[]): void {
    this.list.load(results.filter((result) => this.#includes(result)));
  }

  /** Takes out `before` and puts in `after`; either may be missing. */
  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): void {
    const was = before && this.#includes(before) ? before : undefined;
    const is = after && this.#includes(after) ? after : undefined;
    this.list.replace(was, is);
  }

  /** The place of a runner in this tab; null outside it and without a time. */
  placeOf(result: UnrankedResult): number | null {
    const komMs = result.komsMs[this.#kom.index] ?? null;
    return komMs === null || !this.#includes(result) ? null : this.list.countBelow(komMs) + 1;
  }

  #includes(result: UnrankedResult): boolean {
    return result.status !== 'dnf' && this.#kom.events.includes(result.events);
  }
}
