import { foldText } from '#shared/format/fold-text.ts';
import type { AgeGroup } from '#shared/model/ids.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter } from '#shared/model/result.ts';
import { parseSearch } from '#client/spectators/find-runner.ts';

/** A filter by group; an empty field matches everybody. */
export interface GroupFilter {
  readonly category: AgeGroup;
  /** That of the entry, else of the age category (RULES.md GP3). */
  readonly sex: Sex | '';
  /** The name of a club; capitals and accents do not matter. */
  readonly club: string;
}

export interface ResultsQuery extends GroupFilter {
  readonly text: string;
}

export const EMPTY_QUERY: ResultsQuery = { text: '', category: '', sex: '', club: '' };

/** Longer text is no name, bib or club. */
const MAX_LENGTH = 100;

/** The names of the parts in the address (SCREENS.md FD6). */
const PARAMS = { text: 'find', category: 'cat', sex: 'sex', club: 'club' } as const;

/** The query of an address in this race. An invalid or too long value counts as empty. */
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

/** Writes the query into an address, without its empty parts. */
export function writeQuery(params: URLSearchParams, query: ResultsQuery): void {
  const values: ResultsQuery = { ...query, text: query.text.slice(0, MAX_LENGTH) };
  for (const [part, name] of Object.entries(PARAMS)) {
    const value = values[part as keyof ResultsQuery];
    if (value.trim() === '') params.delete(name);
    else params.set(name, value);
  }
}

/** Whether there is anything but a text. */
export function isFiltered({ category, sex, club }: ResultsQuery): boolean {
  return category !== '' || sex !== '' || club !== '';
}

/** Which runners match, in the results or awaited. */
export interface Match {
  readonly matches: (person: Starter) => boolean;
  /** Without the text: the group in which a place is counted. Undefined for all. */
  readonly group: ((person: Starter) => boolean) | undefined;
}

/** Prepares a query once, to test each runner of a large field; undefined if everybody matches. */
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
  // A large field has some hundred clubs: each is folded once.
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
