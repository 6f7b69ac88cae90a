import { LRUCache } from 'lru-cache';

import type { ReadMark } from '../formats/line-format.ts';

/** Series that are remembered; the one that grew longest ago makes room. */
const MOST_SERIES = 100;

/**
 * How far the numbered reads of readers are in the journal, so that a new connection asks for what came after. Another
 * run of the scanner asks for everything: repeated reads are stored once, and no number of yesterday can hide a read of
 * today.
 */
export class ReadMarks {
  readonly #numbers = new LRUCache<string, number>({ max: MOST_SERIES });

  get(series: string): number | undefined {
    return this.#numbers.peek(series);
  }

  /** Notes what is in the journal. A lower number than before means that the reader has restarted its count. */
  set({ series, number }: ReadMark): void {
    this.#numbers.set(series, number);
  }
}
