import type { Starter } from '../model/result.ts';

/** The words for who has no name, as `texts.common` has them. */
export interface NameWords {
  readonly bibOf: (bib: string) => string;
  readonly runner: string;
}

/**
 * A runner as the public may call them: by name, one without a name by the bib (`bib 123`), one
 * without either by a word (SCREENS.md PV7). Every public screen names runners by this function.
 */
export function describeName(
  { firstName, lastName, bibNumber }: Pick<Starter, 'firstName' | 'lastName' | 'bibNumber'>,
  { bibOf, runner }: NameWords,
): string {
  const name = `${firstName} ${lastName}`.trim();
  if (name !== '') return name;
  return bibNumber === '' ? runner : bibOf(bibNumber);
}
