/** Letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** Also removed before decomposing: sorting a heap of marks takes very long. */
const MARKS = /\p{M}/gu;

/**
 * Text for comparisons: lower case, without accents or apostrophes, anything else that is no letter or digit as a
 * blank. `Siân O’Brien-Łuk` gives `sian obrien luk`.
 */
export function foldText(text: string): string {
  return text
    .replaceAll(MARKS, '')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(MARKS, '')
    .replaceAll(/['’‘ʼ´`]/g, '')
    .replaceAll(/[łøđðħıŧßæœþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

/** A bib for comparisons: capitals, blanks and leading zeros do not matter. ` w01` gives `W01`, `007` gives `7`. */
export function foldBib(bib: string): string {
  return bib
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');
}
