/** The longest time between two keys of a reader that types; fingers take longer. */
const GAP_MS = 35;

/** How long after a letter a digit is of the same word, however fast it comes. */
const WORD_MS = 250;

/** A number that a reader typed, its Enter included. */
export interface Read<Before> {
  readonly number: string;
  /** What there was to see before its first digit. */
  readonly before: Before;
}

/**
 * Tells what a band reader types from what fingers do: digits and an Enter
 * that follow each other at once. Programs type as fast; what is done with a
 * read must be right for them, too.
 */
export class ReaderBurst<Before> {
  #digits = '';
  #before: Before | undefined;
  #lastMs = -Infinity;
  #letterMs = -Infinity;

  /**
   * Takes a key as it goes down; `look` sees what it is about to change. The
   * number if this is the Enter that ends one: digits only, all at reader speed.
   */
  take(key: string, timeMs: number, look: () => Before): Read<Before> | undefined {
    if (key === 'Shift') return undefined;
    const digits = timeMs - this.#lastMs > GAP_MS ? '' : this.#digits;
    this.#lastMs = timeMs;
    this.#digits = '';
    if (key === 'Enter') {
      return digits === '' ? undefined : { number: digits, before: this.#before as Before };
    }
    const isOfWord = key.length === 1 && (!/\d/.test(key) || timeMs - this.#letterMs <= WORD_MS);
    if (isOfWord) this.#letterMs = timeMs;
    if (isOfWord || key.length > 1) return undefined;
    if (digits === '') this.#before = look();
    this.#digits = digits + key;
    return undefined;
  }
}
