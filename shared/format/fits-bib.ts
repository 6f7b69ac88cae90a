import { foldBib } from './fold-text.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Whether a bib can be the one that was read; each `?` of that stands for one digit or letter (RULES.md MA3). */
export function fitsBib(read: string, bib: string): boolean {
  const wanted = Array.from(foldBib(read));
  const there = Array.from(foldBib(bib));
  return (
    wanted.length === there.length &&
    there.every((letter, index) =>
      wanted[index] === '?' ? LETTER_OR_DIGIT.test(letter) : wanted[index] === letter,
    )
  );
}
