/** The longest time between two keys of a reader that types; fingers take longer. */
const GAP_MS = 35;

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
  #text = '';
  #before: Before | undefined;
  #lastMs = -Infinity;

  /**
   * Takes a key as it goes down; `look` sees what it is about to change. The
   * number if this is the Enter that ends one: digits only, all at reader speed.
   */
  take(key: string, timeMs: number, look: () => Before): Read<Before> | undefined {
    if (key === 'Shift') return undefined;
    if (timeMs - this.#lastMs > GAP_MS) this.#text = '';
    this.#lastMs = timeMs;
    if (key !== 'Enter') {
      if (this.#text === '') this.#before = look();
      this.#text += key.length === 1 ? key : ` ${key} `;
      return undefined;
    }
    const number = this.#text;
    this.#text = '';
    return /^\d+$/.test(number) ? { number, before: this.#before as Before } : undefined;
  }
}
