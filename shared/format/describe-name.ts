import type { Starter } from '../model/result.ts';

/** The words for somebody without a name, as in `texts.common`. */
export interface NameWords {
  readonly bibOf: (bib: string) => string;
  readonly runner: string;
}

/**
 * The public name of a runner: the name, without one the bib (`bib 123`), without either a word (RULES.md PV7). Every
 * public screen names runners by this function.
 */
export function describeName(
  { firstName, lastName, bibNumber }: Pick<Starter, 'firstName' | 'lastName' | 'bibNumber'>,
  { bibOf, runner }: NameWords,
): string {
  const name = `${firstName} ${lastName}`.trim();
  if (name !== '') return name;
  return bibNumber === '' ? runner : bibOf(bibNumber);
}
