/** The longest gap between two keys of a band reader; fingers are slower. */
const GAP_MS = 35;

export interface Read {
  readonly number: string;
  /** The text of the field before the first digit. */
  readonly before: string;
}

/** Recognises a band reader that types: digits and an Enter in quick succession. */
export class ReaderBurst {
  #digits = '';
  #before = '';
  #lastMs = -Infinity;
  /** Letters came at the same speed: the digits after them belong to a word. */
  #isWord = false;

  /** Takes a key and the field's text before it; returns the number if this is the Enter that ends one. */
  take(key: string, timeMs: number, text: string): Read | undefined {
    if (key === 'Shift') return undefined;
    const isFollowing = timeMs - this.#lastMs <= GAP_MS;
    const digits = isFollowing ? this.#digits : '';
    const isWord = isFollowing && this.#isWord;
    this.#lastMs = timeMs;
    this.#digits = '';
    this.#isWord = key.length === 1 && (isWord || !/\d/.test(key));
    if (key === 'Enter' && digits !== '') return { number: digits, before: this.#before };
    if (key.length > 1 || this.#isWord) return undefined;
    if (digits === '') this.#before = text;
    this.#digits = digits + key;
    return undefined;
  }
}
