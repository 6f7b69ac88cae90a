import { foldBib } from './fold-text.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Tells which bibs, as {@link foldBib} has them, can be the one that was read: each `?` of that stands for one digit
 * or letter, and zeros in front do not matter (RULES.md MA3).
 */
export function matchBib(bib: string): (folded: string) => boolean {
  const wanted = foldBib(bib).replace(/^0+(?=\?)/, '');
  if (!wanted.includes('?')) return (folded) => folded === wanted;
  const signs = Array.from(wanted);
  const read = wanted.split('?');
  return (folded) => {
    // To take every bib of a large field apart takes too long.
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
