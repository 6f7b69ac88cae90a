import { LRUCache } from 'lru-cache';

import type { ReadMark } from '../formats/line-format.ts';

/** Series that are remembered; the one that grew longest ago makes room. */
const MOST_SERIES = 100;

/**
 * Up to which of their own numbers the reads of readers are in the journal, so that a connection
 * that is made anew asks for what came after. Another run of the scanner asks for everything: what
 * comes twice is stored once, and no number of yesterday can hide a read of today.
 */
export class ReadMarks {
  readonly #numbers = new LRUCache<string, number>({ max: MOST_SERIES });

  get(series: string): number | undefined {
    return this.#numbers.peek(series);
  }

  /** Notes what is in the journal. A number that is lower than before is of a reader that began anew. */
  set({ series, number }: ReadMark): void {
    this.#numbers.set(series, number);
  }
}
