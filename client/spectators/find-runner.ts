import { compileWords, foldSpellings } from '#shared/format/fold-text.ts';
import type { UnrankedResult } from '#shared/model/result.ts';

/** The searched fields, of a result or of somebody without one. */
export type Findable = Pick<UnrankedResult, 'firstName' | 'lastName' | 'bibNumber' | 'runClub'>;

/** Folding a whole field at every keystroke would stutter; a changed row is a new object. */
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
 * Compiles a search, undefined for an empty text: every word must occur in name, bib or club, in any order. A word that
 * begins with a digit must begin a word there, so that 12 does not find bib 312.
 */
export function parseSearch(text: string): ((result: Findable) => boolean) | undefined {
  const find = compileWords(text, (word) => /^\d/.test(word));
  return find && ((result) => find(keyOf(result)));
}
