/** The longest gap between two keys of a reader; fingers are slower. */
const GAP_MS = 35;

/** A number that a reader typed, its Enter included. */
export interface Read<Before> {
  readonly number: string;
  /** The result of `look` before its first digit. */
  readonly before: Before;
}

/**
 * Recognises the input of a band reader: digits and an Enter in quick succession. Programs type as fast, so the action on
 * a read must suit them too.
 */
export class ReaderBurst<Before> {
  #digits = '';
  #before: Before | undefined;
  #lastMs = -Infinity;
  /** Letters came at the same speed: digits after them belong to a word. */
  #isWord = false;

  /**
   * Takes a key on keydown; `look` sees the state before it. Returns the number if this is the
   * Enter that ends one: digits only, all at reader speed.
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

/** The text of a control; empty for any other element. */
export function lookAtText(target: EventTarget): string {
  const holdsText =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return holdsText ? target.value : '';
}
