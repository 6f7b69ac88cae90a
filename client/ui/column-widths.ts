/** Characters other than digits by their width: these are at most one digit wide in the fonts of common systems. */
const NARROW = /[\s:.,;'’!|/\-–ijlIft]/;
const NARROW_CH = 0.7;
const LETTER_CH = 1.4;
/** Bold figures are wider than the `0` that defines the unit `ch`. */
const BOLD = 1.12;
const ZERO = 0x30;
const COLON = 0x3a;

/**
 * The width of a text in a narrow column in `ch`, bold or not. Generous: fonts differ in everything but their digits.
 */
function countCh(text: string): number {
  let ch = 0;
  for (const letter of text) {
    // In a large race most texts of such columns are digits and colons.
    const code = letter.charCodeAt(0);
    if (code >= ZERO && code < COLON) ch += 1;
    else ch += code === COLON || NARROW.test(letter) ? NARROW_CH : LETTER_CH;
  }
  return Math.ceil(ch * BOLD * 10) / 10;
}

/**
 * The width of a column of these rows in `ch`: that of its widest text, at least that of `least`. Rows are laid out one
 * by one, and only some of them exist, so that no row can know it.
 */
export function widestCh<T>(rows: Iterable<T>, textOf: (row: T) => string, least = ''): number {
  let widest = countCh(least);
  for (const row of rows) widest = Math.max(widest, countCh(textOf(row)));
  return widest;
}
