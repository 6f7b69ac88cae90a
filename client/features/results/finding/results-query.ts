import { foldText } from '#shared/format/fold-text.ts';
import type { AgeGroup } from '#shared/model/age-group.ts';
import type { Courses } from '#shared/model/courses.ts';
import { type Sex, SEXES } from '#shared/model/race-setup.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { type StagePoint, stagePointsOf, timeAt } from '#shared/scoring/stage-point.ts';
import { parseSearch } from '#client/spectators/find-runner.ts';

/** Of whom the rows are; an empty field lets everybody through. */
export interface GroupFilter {
  readonly category: AgeGroup;
  /** As the age category tells it; there is no choice of any other. */
  readonly sex: Sex | '';
  /** The name of a club, whatever its capitals and accents. */
  readonly club: string;
}

/** What somebody looks for in the results. */
export interface ResultsQuery extends GroupFilter {
  /** As it is typed in the find box. */
  readonly text: string;
  /** How far they came, at least; `''` for no matter. */
  readonly stage: StagePoint | '';
}

export const EMPTY_QUERY: ResultsQuery = { text: '', category: '', sex: '', club: '', stage: '' };

/** More than this is no name, bib or club. */
const MAX_LENGTH = 100;

/** How each part is called in the address (SCREENS.md FD6). */
const PARAMS = { text: 'find', category: 'cat', sex: 'sex', club: 'club', stage: 'stage' } as const;

/** What an address asks for in this race. A value that is none, or too long, asks for nothing. */
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
    stage: readStage(read(PARAMS.stage), courses),
  };
}

/** Puts what is searched for into an address, and takes out what no longer is. */
export function writeQuery(params: URLSearchParams, query: ResultsQuery, courses: Courses): void {
  const values: Readonly<Record<keyof ResultsQuery, string>> = {
    ...query,
    text: query.text.slice(0, MAX_LENGTH),
    stage: spellStage(query.stage, courses),
  };
  for (const [part, name] of Object.entries(PARAMS)) {
    const value = values[part as keyof ResultsQuery];
    if (value.trim() === '') params.delete(name);
    else params.set(name, value);
  }
}

/** The stage of this code; `''` for what is none. */
export function readStage(code: string, { slots }: Courses): StagePoint | '' {
  if (code === 'finish') return code;
  const slot = slots.findIndex((one) => one.code === code);
  return slot === -1 ? '' : slot;
}

/** The code of a stage, as {@link readStage} reads it. */
export function spellStage(stage: StagePoint | '', { slots }: Courses): string {
  return typeof stage === 'number' ? (slots[stage]?.code ?? '') : stage;
}

/** Whether anything but a text is asked for. */
export function isFiltered({ category, sex, club, stage }: ResultsQuery): boolean {
  return category !== '' || sex !== '' || club !== '' || stage !== '';
}

/** Which rows and which of those not seen yet match; undefined when everybody is. */
export interface Match {
  readonly row: (result: UnrankedResult) => boolean;
  readonly starter: (starter: Starter) => boolean;
  /** Without the text and the stage: among whom a place is counted. Undefined for all. */
  readonly group: ((person: Starter) => boolean) | undefined;
}

/** Reads what is searched for once, for a look at each of a large field. */
export function createMatch(query: ResultsQuery, courses: Courses): Match | undefined {
  const { stage } = query;
  const hasText = parseSearch(query.text);
  const group = matchGroup(query, courses);
  if (!hasText && !group && stage === '') return undefined;
  const matches = (person: Starter): boolean =>
    (!group || group(person)) && (!hasText || hasText(person));
  return {
    row: (result) => (stage === '' || hasReached(result, stage, courses)) && matches(result),
    starter: (starter) => stage === '' && matches(starter),
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
  return ({ ageGroup, runClub }) =>
    (category === '' || ageGroup === category) &&
    (sex === '' || courses.sexOf(ageGroup) === sex) &&
    (wantedClub === '' || isOfClub(runClub));
}

/** Whether a runner came so far: a later read stands for one that was missed. */
export function hasReached(result: UnrankedResult, stage: StagePoint, courses: Courses): boolean {
  const points = stagePointsOf(result.events, courses);
  const from = points.indexOf(stage);
  return from !== -1 && points.slice(from).some((point) => timeAt(result, point) !== null);
}
