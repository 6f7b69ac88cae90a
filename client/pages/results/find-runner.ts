import type { UnrankedResult } from '#shared/model/result.ts';

/** Letters that Unicode does not take apart into a base letter and a mark. */
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

/**
 * Text as it is compared: lower case, without accents or apostrophes, anything
 * else that is no letter or digit as a blank. `Siân O’Brien-Łuk` gives `sian obrien luk`.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’‘ʼ´`]/gu, '')
    .replaceAll(/[łøđðħıŧßæœþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Folding a whole field at every keystroke would stutter; a row that changes is a new object. */
const keys = new WeakMap<UnrankedResult, string>();

function keyOf(result: UnrankedResult): string {
  const known = keys.get(result);
  if (known !== undefined) return known;
  const { firstName, lastName, bibNumber, runClub } = result;
  const key = ` ${foldText(`${firstName} ${lastName} ${bibNumber} ${runClub}`)}`;
  keys.set(result, key);
  return key;
}

/**
 * What a search looks for, or undefined when it asks for nothing: every word
 * must occur in name, bib or club, in any order. A word that begins with a
 * digit has to begin a word there, so that 12 does not find bib 312.
 */
export function parseSearch(text: string): ((result: UnrankedResult) => boolean) | undefined {
  const words = foldText(text).split(' ').filter(Boolean);
  if (words.length === 0) return undefined;
  const wanted = words.map((word) => (/^\d/.test(word) ? ` ${word}` : word));
  return (result) => {
    const key = keyOf(result);
    return wanted.every((word) => key.includes(word));
  };
}
