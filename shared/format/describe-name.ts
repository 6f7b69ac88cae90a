import type { Starter } from '../model/result.ts';
import type { Texts } from '../texts/en.ts';

/** The public name of a runner: the name, else the bib (`bib 123`), else a word (RULES.md PV7). */
export function describeName(
  { firstName, lastName, bibNumber }: Pick<Starter, 'firstName' | 'lastName' | 'bibNumber'>,
  { bibOf, runner }: Pick<Texts['common'], 'bibOf' | 'runner'>,
): string {
  const name = `${firstName} ${lastName}`.trim();
  if (name !== '') return name;
  return bibNumber === '' ? runner : bibOf(bibNumber);
}
