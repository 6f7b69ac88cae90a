import { cleanText } from '#shared/model/text-rules.ts';
import { MAX_FOREIGN_VALUE_LENGTH, MAX_FOREIGN_VALUES } from '#shared/wire/import-mapping.ts';

import type { ForeignValues } from './import-outcome.ts';

/** A value of a column as it was written first, how many rows have it, and what is known of it. */
interface Counted<Meaning> {
  readonly value: string;
  rows: number;
  meaning: Meaning;
}

/** Counts the values of one column that are none of ours, by their spelling key. */
export class ForeignColumn<Meaning> {
  readonly #seen = new Map<string, Counted<Meaning>>();

  count(spelling: string, text: string, meaning: Meaning): void {
    const seen = this.#seen.get(spelling);
    if (seen) {
      seen.rows += 1;
      seen.meaning = meaning;
    } else this.#seen.set(spelling, { value: cleanText(text), rows: 1, meaning });
  }

  /** The most frequent first. */
  list(): ForeignValues<Counted<Meaning>> {
    const listed = [...this.#seen.values()]
      .filter(({ value }) => value.length <= MAX_FOREIGN_VALUE_LENGTH)
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, MAX_FOREIGN_VALUES);
    return { listed, count: this.#seen.size };
  }
}
