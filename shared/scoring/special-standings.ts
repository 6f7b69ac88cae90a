import type { UnrankedResult } from '../model/result.ts';
import { KOM_SEGMENTS } from './course.ts';
import { OrderedSequence } from './ordered-sequence.ts';
import { byKom } from './rank-keys.ts';

/** The special classifications, each with the KOM it ranks. */
export const SPECIALS = { wod: 0, carnIngli: 1 } as const;
export type Special = keyof typeof SPECIALS;

/** One special tab: everyone who runs that KOM and did not DNF, by KOM time (RULES.md RK9). */
export class SpecialStandings {
  readonly list: OrderedSequence<UnrankedResult>;
  readonly #kom: number;

  constructor(special: Special) {
    this.#kom = SPECIALS[special];
    this.list = new OrderedSequence(byKom(this.#kom));
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
    const komMs = result.komsMs[this.#kom] ?? null;
    return komMs === null || !this.#includes(result) ? null : this.list.countBelow(komMs) + 1;
  }

  #includes(result: UnrankedResult): boolean {
    return (
      result.status !== 'dnf' && KOM_SEGMENTS[this.#kom]?.events.includes(result.events) === true
    );
  }
}
