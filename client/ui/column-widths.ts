/** Of the characters that are no digits: how many digits wide each is at most, in the fonts that systems have. */
const NARROW = /[\s:.,;'’!|/\-–ijlIft]/;
const NARROW_CH = 0.7;
const LETTER_CH = 1.4;
/** Figures in bold are wider than the `0` that the unit `ch` is measured by. */
const BOLD = 1.12;
const ZERO = 0x30;
const COLON = 0x3a;

/** How many `ch` a text of a narrow column takes, in bold or not. Generous: fonts differ in all but their digits. */
export function countCh(text: string): number {
  let ch = 0;
  for (const letter of text) {
    // Most of what a large race has in such columns is digits and colons.
    const code = letter.charCodeAt(0);
    if (code >= ZERO && code < COLON) ch += 1;
    else ch += code === COLON || NARROW.test(letter) ? NARROW_CH : LETTER_CH;
  }
  return Math.ceil(ch * BOLD * 10) / 10;
}

/**
 * The texts of a column by their widths: the room that it needs is that of the widest. Rows are laid
 * out one by one, and only some of them exist, so none of them can know.
 */
export class ColumnTexts {
  readonly #counts = new Map<number, number>();

  /** Takes out `before` and puts in `after`; either may be missing. */
  replace(before: string | undefined, after: string | undefined): void {
    if (before === after) return;
    if (before !== undefined) this.#count(countCh(before), -1);
    if (after !== undefined) this.#count(countCh(after), 1);
  }

  /** The room in `ch`, at least that of `least`. */
  widestCh(least = ''): number {
    return Math.max(countCh(least), ...this.#counts.keys());
  }

  #count(ch: number, by: 1 | -1): void {
    const count = (this.#counts.get(ch) ?? 0) + by;
    if (count === 0) this.#counts.delete(ch);
    else this.#counts.set(ch, count);
  }
}

/** The room that a column of these rows needs, in `ch`, at least that of `least`. */
export function widestCh<T>(rows: Iterable<T>, textOf: (row: T) => string, least = ''): number {
  const texts = new ColumnTexts();
  for (const row of rows) texts.replace(undefined, textOf(row));
  return texts.widestCh(least);
}
