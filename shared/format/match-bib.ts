import { foldBib } from './fold-text.ts';

const LETTER_OR_DIGIT = String.raw`[\p{L}\p{N}]`;

/**
 * Returns which bibs, folded by {@link foldBib}, can be the one that was read: each `?` stands for one digit or letter,
 * and leading zeros do not matter (RULES.md MA3).
 */
export function matchBib(bib: string): (folded: string) => boolean {
  const wanted = foldBib(bib).replace(/^0+(?=\?)/, '');
  const signs = Array.from(wanted, (sign) =>
    sign === '?' ? LETTER_OR_DIGIT : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
  const pattern = new RegExp(`^${signs.join('')}$`, 'u');
  return (folded) => pattern.test(folded);
}
