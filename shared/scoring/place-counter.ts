import type { Ranking } from '../model/ranking.ts';

/**
 * Assigns places in ranking order: ties share one, and as many of the next are skipped, or none if places are dense
 * (RULES.md RK3, RK13).
 */
export class PlaceCounter {
  readonly #isDense: boolean;
  #passed = 0;
  #place = 0;
  #last: number | null | undefined;

  constructor({ isDense }: Pick<Ranking, 'isDense'>) {
    this.#isDense = isDense;
  }

  next(value: number | null): number {
    this.#passed += 1;
    if (value !== this.#last) this.#place = this.#isDense ? this.#place + 1 : this.#passed;
    this.#last = value;
    return this.#place;
  }
}
