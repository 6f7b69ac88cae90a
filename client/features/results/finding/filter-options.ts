import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/order.ts';
import { foldText } from '#shared/format/fold-text.ts';
import type { ResultsQuery } from './results-query.ts';

/** Lists the values of at least one runner, and those already chosen. */
export function listFilterOptions(
  everyone: readonly Starter[],
  { category, sex, club }: ResultsQuery,
  courses: Courses,
): {
  readonly categories: readonly string[];
  readonly sexes: readonly Sex[];
  readonly clubs: readonly string[];
} {
  const categories = new Set([category, ...everyone.map(({ ageGroup }) => ageGroup)]);
  const sexes = new Set([sex, ...everyone.map((person) => courses.sexOf(person))]);
  // The spellings of a club count as one.
  const clubs = new Map<string, string>();
  for (const name of new Set([club, ...everyone.map(({ runClub }) => runClub)])) {
    const spelling = foldText(name);
    if (spelling !== '' && !clubs.has(spelling)) clubs.set(spelling, name);
  }
  return {
    categories: courses.categories.filter((one) => categories.has(one)),
    sexes: SEXES.filter((one) => sexes.has(one)),
    clubs: [...clubs].toSorted(([a], [b]) => compareText(a, b)).map(([, name]) => name),
  };
}
