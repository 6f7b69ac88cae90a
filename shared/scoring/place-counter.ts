import type { Ranking } from '../model/ranking.ts';

/**
 * Gives places in the order of what ranks: equal ones share a place, and as many of the next are skipped, or none where
 * places are dense (RULES.md RK3, RK13).
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

/** How many others are before a runner while they come and go; where places are dense each value counts once. */
export class BeforeCount {
  readonly #ownValue: number | null;
  readonly #values: Map<number, number> | undefined;
  #count = 0;

  constructor(ownValue: number | null, { isDense }: Pick<Ranking, 'isDense'>) {
    this.#ownValue = ownValue;
    this.#values = isDense ? new Map() : undefined;
  }

  get place(): number {
    return (this.#values?.size ?? this.#count) + 1;
  }

  change(value: number | null, by: 1 | -1): void {
    if (value === null || this.#ownValue === null || value >= this.#ownValue) return;
    this.#count += by;
    const left = (this.#values?.get(value) ?? 0) + by;
    if (left > 0) this.#values?.set(value, left);
    else this.#values?.delete(value);
  }
}
