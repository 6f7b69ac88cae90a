import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/order.ts';
import { foldText } from '#shared/format/fold-text.ts';
import { type ResultsQuery, createMatch } from './results-query.ts';

/** A choice, and how many runners it would leave. */
export interface FilterOption<Value> {
  readonly value: Value;
  readonly count: number;
}

/** The choices: only those that somebody matches, and those already chosen. */
export interface FilterOptions {
  readonly categories: readonly FilterOption<ResultsQuery['category']>[];
  readonly sexes: readonly FilterOption<Sex>[];
  readonly clubs: readonly FilterOption<string>[];
}

/**
 * Counts the choices among the runners of a tab. Each is counted under the other
 * filters, so its number is how many are left once it is chosen.
 */
export function listFilterOptions(
  everyone: readonly Starter[],
  query: ResultsQuery,
  courses: Courses,
): FilterOptions {
  const people = (rest: Partial<ResultsQuery>): readonly Starter[] => {
    const match = createMatch({ ...query, ...rest }, courses);
    return match ? everyone.filter(match.matches) : everyone;
  };
  const ages = countBy(people({ category: '' }), ({ ageGroup }) => ageGroup);
  // Another sex is another category: that filter gives way.
  const sexes = countBy(people({ sex: '', category: '' }), (person) => courses.sexOf(person) ?? '');
  return {
    categories: courses.categories
      .map((value) => ({ value, count: ages.get(value) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === query.category),
    sexes: SEXES.map((value) => ({ value, count: sexes.get(value) ?? 0 })).filter(
      ({ value, count }) => count > 0 || value === query.sex,
    ),
    clubs: listClubs(people({ club: '' }), query.club),
  };
}

/** The clubs by name; a club spelled in several ways occurs once. */
function listClubs(people: readonly Starter[], chosen: string): FilterOption<string>[] {
  const clubs = new Map<string, { readonly value: string; count: number }>();
  for (const [value, count] of countBy(people, ({ runClub }) => runClub)) {
    const spelling = foldText(value);
    if (spelling === '') continue;
    const known = clubs.get(spelling) ?? { value, count: 0 };
    known.count += count;
    clubs.set(spelling, known);
  }
  const own = foldText(chosen);
  if (own !== '' && !clubs.has(own)) clubs.set(own, { value: chosen, count: 0 });
  return [...clubs].toSorted(([a], [b]) => compareText(a, b)).map(([, option]) => option);
}

function countBy(
  people: readonly Starter[],
  keyOf: (person: Starter) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const person of people) {
    const key = keyOf(person);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
