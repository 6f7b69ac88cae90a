import { describeTotal } from '../format/describe-result.ts';
import { formatElapsed } from '../format/format-time.ts';
import { isolateText, joinParts } from '../format/isolate-text.ts';
import { type Courses, USUAL_COURSES } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { SEXES, type Sex, type TeamSetup } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { AllTexts } from '../texts/en-screens.ts';
import { labelPoint } from './course.ts';
import { type RankedTime, rankCategories, rankClubs, rankLegs } from './result-tables.ts';
import { type PlacedFinisher, rankSex } from './rank-keys.ts';
import type { StagePoint } from './stages.ts';
import type { Standings } from './standings.ts';
import { rankTeams } from './team-results.ts';

export const TABLE_VIEWS = ['categories', 'legs', 'clubs', 'teams'] as const;
export type TableView = (typeof TABLE_VIEWS)[number];

export interface TableChoice {
  readonly view: TableView;
  readonly event: EventCode;
  /** Undefined for all. */
  readonly sex: Sex | undefined;
  /** Everybody instead of the first few. */
  readonly isWhole: boolean;
}

export interface BlockRow {
  readonly place: number;
  readonly result: UnrankedResult;
  readonly time: string;
  /** The category and club, unless the title implies them. */
  readonly details: string;
}

export interface Block {
  readonly key: string;
  readonly title: string;
  /** For the table of a sex, which on the page is complete in the filtered results. */
  readonly sex?: Sex;
  /** Shown next to the title. */
  readonly note?: string;
  readonly rows: readonly BlockRow[];
  /** The number of hidden rows. */
  readonly more: number;
}

/** Rows of each table, unless it is shown whole. */
const FIRST = { categories: 3, legs: 10, clubs: 3, teams: Infinity };
/** A longer page is slow; files have the rest. */
const MOST_ROWS = 1_000;
const MOST_ON_PAGE = { ofEach: MOST_ROWS, ofSex: FIRST.categories, ofAll: MOST_ROWS };

export interface BlocksContext {
  readonly standings: Standings;
  readonly config: RaceConfig;
  readonly texts: AllTexts;
  /**
   * The most rows of a whole table, of one of a sex, and of all tables. By default {@link MOST_ROWS}, and of a sex the
   * first few, since the filtered results have the rest.
   */
  readonly most?: { readonly ofEach: number; readonly ofSex: number; readonly ofAll: number };
}

/** A table whose rows are not formatted yet. */
interface Draft extends Omit<Block, 'rows' | 'more'> {
  readonly ranked: readonly RankedTime[];
  /** The number of rows, if `ranked` has only the first. */
  readonly count?: number;
}

export function listBlocks(choice: TableChoice, context: BlocksContext): readonly Block[] {
  const { ofEach, ofSex, ofAll } = context.most ?? MOST_ON_PAGE;
  const most = choice.isWhole ? ofEach : FIRST[choice.view];
  let left = ofAll;
  const blocks: Block[] = [];
  for (const { ranked, count = ranked.length, ...block } of listDrafts(choice, context, most)) {
    const ofThis = block.sex === undefined ? most : ofSex;
    const shown = ranked.slice(0, Math.min(ofThis, left));
    const rows = shown.map((row) => describeRow(row, block, choice, context));
    left -= rows.length;
    blocks.push({ ...block, rows, more: count - rows.length });
  }
  return blocks;
}

function describeRow(
  { result, place, timeMs }: RankedTime,
  { sex }: Pick<Block, 'sex'>,
  { view }: TableChoice,
  { standings, texts }: BlocksContext,
): BlockRow {
  const ranking = standings.courses.rankingOf(result.events);
  const total = { status: 'finished', totalMs: timeMs, laps: result.laps } as const;
  const time =
    view === 'legs'
      ? formatElapsed(timeMs, ranking.rounding)
      : describeTotal(total, texts.outcome, ranking);
  const ageGroup = view === 'categories' && !sex ? '' : result.ageGroup;
  const runClub = view === 'clubs' || view === 'teams' ? '' : result.runClub;
  return { place, result, time, details: joinParts([ageGroup, runClub]) };
}

function listDrafts(choice: TableChoice, context: BlocksContext, most: number): readonly Draft[] {
  const { view, event, sex } = choice;
  const { standings, texts } = context;
  const { courses } = standings;
  if (view === 'legs') {
    const legs = rankLegs(standings.listed(event), event, courses, { sex, most });
    return legs.map(({ from, to, rows, count }) => ({
      key: String(to),
      title: `${nameEnd(from, choice, context)} – ${nameEnd(to, choice, context)}`,
      ranked: rows,
      count,
    }));
  }
  const finishers = standings.finishers(event).list();
  if (view === 'teams') {
    return listTeamRules(choice, courses).flatMap((one) => listTeams(finishers, one, context));
  }
  const ofSex = sex ? finishers.filter((one) => courses.sexOf(one) === sex) : finishers;
  const groups = view === 'clubs' ? rankClubs(ofSex, courses) : rankCategories(ofSex, courses);
  const clock = view === 'clubs' ? undefined : courses.categoryClockOf(event);
  const drafts = groups.map(({ name, rows }) => ({
    key: name,
    title: name,
    note: joinParts([clock && texts.start[clock], texts.tables.finishers(rows.length)]),
    ranked: rows,
  }));
  return view === 'clubs' ? drafts : [...listSexes(choice, context), ...drafts];
}

function listSexes({ event, sex }: TableChoice, { standings, texts }: BlocksContext): Draft[] {
  return (sex ? [sex] : SEXES).flatMap((one) => {
    const finishers = rankSex(standings, event, one);
    if (finishers.length === 0) return [];
    return {
      key: `sex ${one}`,
      sex: one,
      title: texts.finding.sexes[one],
      note: texts.tables.finishers(finishers.length),
      ranked: finishers.map(addTotal),
    };
  });
}

function addTotal({ result, place }: PlacedFinisher): RankedTime {
  return { result, place, timeMs: result.totalMs ?? 0 };
}

/** The team rules of a distance that apply to the chosen sex. */
function listTeamRules(
  { event, sex }: TableChoice,
  { setup: { teams } }: Courses,
): readonly TeamSetup[] {
  return teams.filter(
    ({ distances, sexes }) =>
      (!distances || distances.includes(event)) && (!sex || !sexes || sexes.includes(sex)),
  );
}

export function describeTeamRules(
  choice: TableChoice,
  courses: Courses,
  { tables, finding }: AllTexts,
): string {
  return listTeamRules(choice, courses)
    .map((rule) => {
      // Only the names of the usual rules are known in other languages.
      const [sex] = (courses === USUAL_COURSES && rule.sexes) || [];
      return `${tables.teamRuleOf(sex ? { ...rule, name: finding.sexes[sex] } : rule)}.`;
    })
    .join(' ');
}

function listTeams(
  finishers: readonly UnrankedResult[],
  setup: TeamSetup,
  { standings, texts }: BlocksContext,
): readonly Draft[] {
  const { courses } = standings;
  const { name, sexes = [], by, distances = courses.events } = setup;
  const who = sexes.length === 1 ? (sexes[0] ?? name) : name;
  const runners =
    by === 'relay' ? distances.flatMap((leg) => standings.finishers(leg).list()) : finishers;
  return rankTeams(runners, setup, courses).map((team) => {
    const { club, letter, place, points, totalMs, counters } = team;
    const { rounding } = courses.rankingOf(counters[0]?.result.events ?? '');
    const called = isolateText(`${club} ${letter}`.trim());
    return {
      key: `${name} ${called}`,
      title: texts.tables.team(texts.common.ordinal(place), called, who),
      note: by === 'place' ? texts.tables.points(points) : formatElapsed(totalMs, rounding),
      ranked: counters.map(addTotal),
    };
  });
}

function nameEnd(
  point: StagePoint | undefined,
  { event }: TableChoice,
  { config, texts }: BlocksContext,
): string {
  if (point === undefined) return texts.tables.start;
  return labelPoint(point, texts.runner.finish, config, event);
}
