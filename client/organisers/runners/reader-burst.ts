/** The longest time between two keys of a reader that types; fingers take longer. */
const GAP_MS = 35;

/** A number that a reader typed, its Enter included. */
export interface Read<Before> {
  readonly number: string;
  /** The state that `look` saw before its first digit. */
  readonly before: Before;
}

/**
 * Tells the input of a band reader from typing: digits and an Enter in quick succession. Programs type as fast: the
 * action of a read must be right for them too.
 */
export class ReaderBurst<Before> {
  #digits = '';
  #before: Before | undefined;
  #lastMs = -Infinity;
  /** Letters came at the same speed: what follows belongs to the same word. */
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

/** The text of a control; empty for one that holds none. */
export function lookAtText(target: EventTarget): string {
  const holdsText =
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement;
  return holdsText ? target.value : '';
}
