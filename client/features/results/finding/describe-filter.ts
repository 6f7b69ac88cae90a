import type { Texts } from '#shared/texts/en.ts';
import type { ResultsQuery } from './results-query.ts';

/** The active filters in words, the shortest first. */
export function describeFilter(
  { category, sex, club }: ResultsQuery,
  words: Texts['finding'],
): string[] {
  return [category, sex === '' ? '' : words.sexes[sex], club].filter((part) => part !== '');
}
