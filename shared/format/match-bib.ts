import { foldBib } from './fold-text.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Returns which bibs, folded by {@link foldBib}, can be the one that was read: each `?` stands for one digit or letter,
 * and leading zeros do not matter (RULES.md MA3).
 */
export function matchBib(bib: string): (folded: string) => boolean {
  const wanted = foldBib(bib).replace(/^0+(?=\?)/, '');
  if (!wanted.includes('?')) return (folded) => folded === wanted;
  const signs = Array.from(wanted);
  const read = wanted.split('?');
  return (folded) => {
    // Splitting every bib of a large field takes too long.
    if (folded.length < wanted.length || !read.every((part) => folded.includes(part))) return false;
    const there = Array.from(folded);
    return (
      signs.length === there.length &&
      there.every((sign, at) =>
        signs[at] === '?' ? LETTER_OR_DIGIT.test(sign) : signs[at] === sign,
      )
    );
  };
}
