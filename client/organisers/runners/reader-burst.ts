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
  #digits = '';
  #before: Before | undefined;
  #lastMs = -Infinity;
  /** Letters came with the same speed: what follows them is of the same word. */
  #isWord = false;

  /**
   * Takes a key as it goes down; `look` sees what it is about to change. The
   * number if this is the Enter that ends one: digits only, all at reader speed.
   */
  take(key: string, timeMs: number, look: () => Before): Read<Before> | undefined {
    if (key === 'Shift') return undefined;
    const isFollowing = timeMs - this.#lastMs <= GAP_MS;
    const digits = isFollowing ? this.#digits : '';
    const isWord = isFollowing && this.#isWord;
    this.#lastMs = timeMs;
    this.#digits = '';
    this.#isWord = key.length === 1 && (isWord || !/\d/.test(key));
    if (key === 'Enter' && digits !== '') {
      return { number: digits, before: this.#before as Before };
    }
    if (key.length > 1 || this.#isWord) return undefined;
    if (digits === '') this.#before = look();
    this.#digits = digits + key;
    return undefined;
  }
}

/** What stands in a control; empty for one that holds no text. */
export function lookAtText(target: EventTarget): string {
  const holdsText =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return holdsText ? target.value : '';
}
