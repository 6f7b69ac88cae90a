import { foldText } from '#shared/format/fold-text.ts';
import type { Texts } from '#shared/texts/en.ts';
import type { AgeGroup } from '#shared/model/ids.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter } from '#shared/model/result.ts';
import { parseSearch } from '#client/spectators/find-runner.ts';

/** An empty field matches everybody. */
export interface GroupFilter {
  readonly category: AgeGroup;
  /** As entered, else that of the age category (RULES.md GP3). */
  readonly sex: Sex | '';
  /** Case and accents are ignored. */
  readonly club: string;
}

export interface ResultsQuery extends GroupFilter {
  readonly text: string;
}

export const EMPTY_QUERY: ResultsQuery = { text: '', category: '', sex: '', club: '' };

/** Longer values in an address are ignored. */
const MAX_LENGTH = 100;

/** Query parameters (SCREENS.md FD6). */
const PARAMS = { text: 'find', category: 'cat', sex: 'sex', club: 'club' } as const;

/** Reads the query of an address; invalid and too long values count as empty. */
export function readQuery(search: string, courses: Courses): ResultsQuery {
  const params = new URLSearchParams(search);
  const read = (name: string): string => {
    const value = params.get(name) ?? '';
    return value.length > MAX_LENGTH ? '' : value;
  };
  const category = read(PARAMS.category);
  const sex = read(PARAMS.sex);
  return {
    text: read(PARAMS.text),
    category: courses.hasCategory(category) ? category : '',
    sex: SEXES.find((one) => one === sex) ?? '',
    club: read(PARAMS.club),
  };
}

/** Sets the parameters of the query; empty ones are removed. */
export function writeQuery(params: URLSearchParams, query: ResultsQuery): void {
  const values: ResultsQuery = { ...query, text: query.text.slice(0, MAX_LENGTH) };
  for (const [part, name] of Object.entries(PARAMS)) {
    const value = values[part as keyof ResultsQuery];
    if (value.trim() === '') params.delete(name);
    else params.set(name, value);
  }
}

/** Whether any filter is set; a search text alone is none. */
export function isFiltered({ category, sex, club }: ResultsQuery): boolean {
  return category !== '' || sex !== '' || club !== '';
}

/** The active filters as shown, the shortest first. */
export function describeFilter(
  { category, sex, club }: ResultsQuery,
  { sexes }: Texts['finding'],
): string[] {
  return [category, sex === '' ? '' : sexes[sex], club].filter((part) => part !== '');
}

/** A compiled query. */
export interface Match {
  readonly matches: (person: Starter) => boolean;
  /** The filters without the text: places are counted within this group. Undefined without a filter. */
  readonly group: ((person: Starter) => boolean) | undefined;
}

/** Compiles a query to test each runner of a large field; undefined if everybody matches. */
export function createMatch(query: ResultsQuery, courses: Courses): Match | undefined {
  const hasText = parseSearch(query.text);
  const group = matchGroup(query, courses);
  if (!hasText && !group) return undefined;
  return {
    matches: (person) => (!group || group(person)) && (!hasText || hasText(person)),
    group,
  };
}

function matchGroup({ category, sex, club }: GroupFilter, courses: Courses): Match['group'] {
  const wantedClub = foldText(club);
  if (category === '' && sex === '' && wantedClub === '') return undefined;
  // Folds each of the few hundred club names of a large field only once.
  const isClub = new Map<string, boolean>();
  const isOfClub = (runClub: string): boolean => {
    const known = isClub.get(runClub) ?? foldText(runClub) === wantedClub;
    isClub.set(runClub, known);
    return known;
  };
  return (person) =>
    (category === '' || person.ageGroup === category) &&
    (sex === '' || courses.sexOf(person) === sex) &&
    (wantedClub === '' || isOfClub(person.runClub));
}
