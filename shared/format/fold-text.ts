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

/** Removed before decomposing too, since sorting many marks is slow. */
const MARKS = /\p{M}/gu;

/**
 * Folds text for comparisons: lower case, without accents and apostrophes, other signs as blanks: `Siân O’Brien-Łuk` is
 * `sian obrien luk`.
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

/** Letters with a second spelling, such as `Mueller` for `Müller`. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
};

/** Most names have no other spelling, and a search folds the whole field. */
const HAS_SPELLINGS = /[äöüåøÄÖÜÅØ]/;

/** Folded text to search in, with its second spelling: `muller` and `mueller` find `Müller`. */
export function foldSpellings(text: string): string {
  const folded = foldText(text);
  if (!HAS_SPELLINGS.test(text)) return folded;
  const spelled = text
    .toLowerCase()
    .replaceAll(/[äöüåø]/g, (letter) => SPELLED_OUT[letter] ?? letter);
  return `${folded} ${foldText(spelled)}`;
}

export type Find = (folded: string) => boolean;

/**
 * A search for a phrase anywhere in a folded text, ignoring blanks, hyphens and apostrophes: `o marrow`, `omarrow` and
 * `O’Marrow` are equal. Text of signs only finds nothing.
 */
export function compilePhrase(text: string): Find {
  return compileFolded(foldText(text));
}

/**
 * A search for all words of `text`, in any order, apart or together as in `compilePhrase`; undefined for empty text.
 * Words of `isBeginning` must begin a word: `12` does not find bib 312.
 */
export function compileWords(
  text: string,
  isBeginning: (word: string) => boolean,
): Find | undefined {
  const words = foldText(text).split(' ').filter(Boolean);
  if (words.length === 0) return undefined;
  const compile = (run: string): Find => compileFolded(isBeginning(run) ? ` ${run}` : run);
  const alone = words.map(compile);
  // Each word is also tried joined with its neighbour.
  const together = words.slice(1).map((word, at) => compile(`${words[at]} ${word}`));
  return (folded) => {
    const key = ` ${folded}`;
    return alone.every(
      (find, at) => find(key) || together[at]?.(key) === true || together[at - 1]?.(key) === true,
    );
  };
}

function compileFolded(folded: string): Find {
  const letters = Array.from(folded.trimStart().replaceAll(' ', ''));
  if (letters.length === 0) return () => false;
  const pattern = new RegExp(`${folded.startsWith(' ') ? ' ' : ''}${letters.join(' ?')}`, 'u');
  return (text) => pattern.test(text);
}

/** Folds a bib, ignoring capitals, blanks and leading zeros: ` w01` is `W01`, `007` is `7`. */
export function foldBib(bib: string): string {
  return bib
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^0+(?=\d)/, '');
}
