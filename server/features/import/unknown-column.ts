import { cleanText } from '#shared/model/text-rules.ts';
import { MAX_UNKNOWN_VALUE_LENGTH, MAX_UNKNOWN_VALUES } from '#shared/wire/import-mapping.ts';

import type { UnknownValues } from './import-outcome.ts';

/** A value of a column as first written, with its number of rows and its meaning. */
interface Counted<Meaning> {
  readonly value: string;
  rows: number;
  meaning: Meaning;
}

/** Counts the unknown values of one column, by their spelling key. */
export class UnknownColumn<Meaning> {
  readonly #seen = new Map<string, Counted<Meaning>>();

  count(spelling: string, text: string, meaning: Meaning): void {
    const seen = this.#seen.get(spelling);
    if (seen) {
      seen.rows += 1;
      seen.meaning = meaning;
    } else this.#seen.set(spelling, { value: cleanText(text), rows: 1, meaning });
  }

  /** The most frequent first. */
  list(): UnknownValues<Counted<Meaning>> {
    const listed = [...this.#seen.values()]
      .filter(({ value }) => value.length <= MAX_UNKNOWN_VALUE_LENGTH)
      .toSorted((a, b) => b.rows - a.rows)
      .slice(0, MAX_UNKNOWN_VALUES);
    return { listed, count: this.#seen.size };
  }
}
