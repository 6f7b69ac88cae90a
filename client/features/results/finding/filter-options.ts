import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/order.ts';
import { foldText } from '#shared/format/fold-text.ts';
import { type ResultsQuery, createMatch } from './results-query.ts';

/** A choice and the number of runners it would leave. */
export interface FilterOption<Value> {
  readonly value: Value;
  readonly count: number;
}

/**
 * Lists the choices that at least one runner matches, and those already chosen. Each is counted under the other
 * filters: its number is what is left once it is chosen.
 */
export function listFilterOptions(
  everyone: readonly Starter[],
  query: ResultsQuery,
  courses: Courses,
): {
  readonly categories: readonly FilterOption<string>[];
  readonly sexes: readonly FilterOption<Sex>[];
  readonly clubs: readonly FilterOption<string>[];
} {
  const people = (rest: Partial<ResultsQuery>): readonly Starter[] => {
    const match = createMatch({ ...query, ...rest }, courses);
    return match ? everyone.filter(match.matches) : everyone;
  };
  const ages = countBy(people({ category: '' }), ({ ageGroup }) => ageGroup);
  // Choosing another sex clears the category.
  const sexes = countBy(people({ sex: '', category: '' }), (person) => courses.sexOf(person) ?? '');
  return {
    categories: offer(courses.categories, ages, query.category),
    sexes: offer(SEXES, sexes, query.sex),
    clubs: listClubs(people({ club: '' }), query.club),
  };
}

function offer<Value extends string>(
  values: readonly Value[],
  counts: ReadonlyMap<string, number>,
  chosen: string,
): FilterOption<Value>[] {
  return values
    .map((value) => ({ value, count: counts.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === chosen);
}

/** The clubs by name; the spellings of a club count as one. */
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
