/** Of the characters that are no digits: how many digits wide each is at most, in the fonts that systems have. */
const NARROW = /[\s:.,;'’!|/\-–ijlIft]/;
const NARROW_CH = 0.7;
const LETTER_CH = 1.4;
/** Figures in bold are wider than the `0` that the unit `ch` is measured by. */
const BOLD = 1.12;

/** How many `ch` a text of a narrow column takes, in bold or not. Generous: fonts differ in all but their digits. */
export function countCh(text: string): number {
  let ch = 0;
  for (const letter of text) {
    if (/\d/.test(letter)) ch += 1;
    else ch += NARROW.test(letter) ? NARROW_CH : LETTER_CH;
  }
  return Math.ceil(ch * BOLD * 10) / 10;
}

/**
 * The room that a column needs, in `ch`: that of its longest text, at least that of `least`.
 * Rows are laid out one by one, and only some of them exist, so none of them can know.
 */
export function widestCh<T>(rows: Iterable<T>, textOf: (row: T) => string, least = ''): number {
  const words = new Set([least]);
  let figures = '';
  for (const row of rows) {
    const text = textOf(row);
    if (!isFigures(text)) words.add(text);
    else if (text.length > figures.length) figures = text;
  }
  return Math.max(countCh(figures), ...Array.from(words, countCh));
}

const FIRST_DIGIT = 0x30;
const COLON = 0x3a;

/** Whether a text is a number or a time; those of a length are equally wide. Asked of every row after each change. */
function isFigures(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < FIRST_DIGIT || code > COLON) return false;
  }
  return text !== '';
}
