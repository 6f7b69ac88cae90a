import { foldBib } from './fold-text.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Tells which bibs, as {@link foldBib} has them, can be the one that was read: each `?` of that stands for one digit
 * or letter, and zeros in front do not matter (RULES.md MA3).
 */
export function matchBib(read: string): (folded: string) => boolean {
  const wanted = foldBib(read).replace(/^0+(?=\?)/, '');
  if (!wanted.includes('?')) return (folded) => folded === wanted;
  const signs = Array.from(wanted);
  return (folded) => {
    const there = Array.from(folded);
    return (
      signs.length === there.length &&
      there.every((sign, at) =>
        signs[at] === '?' ? LETTER_OR_DIGIT.test(sign) : signs[at] === sign,
      )
    );
  };
}
