import { compileWords, foldSpellings } from '#shared/format/fold-text.ts';
import type { UnrankedResult } from '#shared/model/result.ts';

/** The searched fields of a result or a start list entry. */
export type Findable = Pick<UnrankedResult, 'firstName' | 'lastName' | 'bibNumber' | 'runClub'>;

/** Cached: folding a large field at each keystroke would stutter. A changed row is a new object. */
const keys = new WeakMap<Findable, string>();

function keyOf(result: Findable): string {
  const known = keys.get(result);
  if (known !== undefined) return known;
  const { firstName, lastName, bibNumber, runClub } = result;
  const key = foldSpellings(`${firstName} ${lastName} ${bibNumber} ${runClub}`);
  keys.set(result, key);
  return key;
}

/**
 * Compiles a search; undefined for an empty text. Each word must occur in name, bib or club; one with a leading digit
 * matches only at the beginning of a word, so that 12 does not find bib 312.
 */
export function parseSearch(text: string): ((result: Findable) => boolean) | undefined {
  const find = compileWords(text, (word) => /^\d/.test(word));
  return find && ((result) => find(keyOf(result)));
}
