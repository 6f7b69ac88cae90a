import { describeTotal } from '../format/describe-result.ts';
import { formatElapsed } from '../format/format-time.ts';
import { type Courses, USUAL_COURSES } from '../model/courses.ts';
import type { EventCode } from '../model/ids.ts';
import type { RaceConfig } from '../model/race-config.ts';
import { SEXES, type Sex, type TeamSetup } from '../model/race-setup.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { AllTexts } from '../texts/en-screens.ts';
import { labelCheckpoint } from './course.ts';
import { type RankedTime, rankCategories, rankClubs, rankLegs } from './result-tables.ts';
import { rankSex } from './rank-keys.ts';
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
  /** What the heading leaves out: category, club. */
  readonly details: string;
}

export interface Block {
  readonly key: string;
  readonly title: string;
  /** For the table of a sex; the filtered results show all of it. */
  readonly sex?: Sex;
  /** Shown next to the title. */
  readonly note?: string;
  readonly rows: readonly BlockRow[];
  /** How many are not shown. */
  readonly more: number;
}

/** Rows shown of each until all are asked for. */
const FIRST = { categories: 3, legs: 10, clubs: 3, teams: Infinity };
/** The most rows, however many are asked for: a longer page is slow, and there are files. */
const MOST_ROWS = 1_000;

export interface BlocksContext {
  readonly standings: Standings;
  readonly config: RaceConfig;
  readonly texts: AllTexts;
  /** The rows of each table and of all, where everybody is asked for; {@link MOST_ROWS} by default. */
  readonly most?: { readonly ofEach: number; readonly ofAll: number };
}

/** A table before its shown rows are put into words. */
interface Draft extends Omit<Block, 'rows' | 'more'> {
  readonly count: number;
  readonly tellFirst: (most: number) => readonly BlockRow[];
}

/** The chosen tables, cut to what a page can show. */
export function listBlocks(choice: TableChoice, context: BlocksContext): readonly Block[] {
  const { ofEach, ofAll } = context.most ?? { ofEach: MOST_ROWS, ofAll: MOST_ROWS };
  const most = choice.isWhole ? ofEach : FIRST[choice.view];
  let left = ofAll;
  const blocks: Block[] = [];
  for (const { count, tellFirst, ...block } of listDrafts(choice, context, most)) {
    // All rows stand within their categories.
    const rows = tellFirst(Math.min(block.sex ? FIRST.categories : most, left));
    left -= rows.length;
    blocks.push({ ...block, rows, more: count - rows.length });
  }
  return blocks;
}

function listDrafts(choice: TableChoice, context: BlocksContext, most: number): readonly Draft[] {
  const { view, event, sex } = choice;
  const { standings, texts } = context;
  const { courses } = standings;
  if (view === 'legs') {
    const { rounding } = courses.rankingOf(event);
    const formats = { timeOf: ({ timeMs }: RankedTime) => formatElapsed(timeMs, rounding) };
    const legs = rankLegs(standings.listed(event), event, courses, { sex, most });
    return legs.map(({ from, to, rows, count }) => {
      const ends = [nameEnd(from, choice, context), nameEnd(to, choice, context)] as const;
      const title = texts.tables.legFromTo(...ends);
      return {
        key: String(to),
        title,
        count,
        tellFirst: (first) => tell(rows.slice(0, first), formats),
      };
    });
  }
  const finishers = standings.finishers(event).list();
  if (view === 'teams') {
    return listTeamRules(choice, courses).flatMap((one) => listTeams(finishers, one, context));
  }
  const ofSex = sex ? finishers.filter((one) => courses.sexOf(one) === sex) : finishers;
  const isByClub = view === 'clubs';
  const said = isByClub ? 'runClub' : 'ageGroup';
  // In a category by its clock (RULES.md RK14).
  const timeOf = ({ result, timeMs: totalMs }: RankedTime): string =>
    describeTotal(
      { status: 'finished', totalMs, laps: result.laps },
      texts.outcome,
      courses.rankingOf(event),
    );
  const groups = isByClub ? rankClubs(ofSex, courses) : rankCategories(ofSex, courses);
  const drafts = groups.map(({ name, rows }) => ({
    key: name,
    title: name,
    note: texts.tables.finishers(rows.length),
    count: rows.length,
    tellFirst: (first: number) => tell(rows.slice(0, first), { timeOf, said }),
  }));
  return isByClub ? drafts : [...listSexes(choice, context), ...drafts];
}

/** The first women and the first men, of whatever category. */
function listSexes({ event, sex }: TableChoice, { standings, texts }: BlocksContext): Draft[] {
  const ranking = standings.courses.rankingOf(event);
  return SEXES.filter((one) => !sex || one === sex).flatMap((one) => {
    const finishers = rankSex(standings, event, one);
    if (finishers.length === 0) return [];
    return {
      key: `sex ${one}`,
      sex: one,
      title: texts.finding.sexes[one],
      note: texts.tables.finishers(finishers.length),
      count: finishers.length,
      tellFirst: (first) =>
        finishers.slice(0, first).map(({ result, place }) => ({
          result,
          place,
          time: describeTotal(result, texts.outcome, ranking),
          details: describe(result),
        })),
    };
  });
}

/** The team rules of a distance, only those of the chosen sex. */
function listTeamRules(
  { event, sex }: TableChoice,
  { setup: { teams } }: Courses,
): readonly TeamSetup[] {
  return teams.filter(
    ({ distances, sexes }) =>
      (!distances || distances.includes(event)) && (!sex || !sexes || sexes.includes(sex)),
  );
}

/** The rules of the shown teams. */
export function describeTeamRules(
  choice: TableChoice,
  courses: Courses,
  { tables }: AllTexts,
): string {
  // One sentence covers three women and four men.
  if (courses === USUAL_COURSES) return tables.teamRule;
  return listTeamRules(choice, courses)
    .map((rule) => `${tables.teamRuleOf(rule)}.`)
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
    const called = `${club} ${letter}`.trim();
    return {
      key: `${name} ${called}`,
      title: texts.tables.team(texts.common.ordinal(place), called, who),
      note: by === 'place' ? texts.tables.points(points) : formatElapsed(totalMs, rounding),
      count: counters.length,
      tellFirst: (first) =>
        counters.slice(0, first).map(({ result, place: placed }) => ({
          result,
          place: placed,
          time: describeTotal(result, texts.outcome, courses.rankingOf(result.events)),
          details: describe(result, 'runClub'),
        })),
    };
  });
}

function tell(
  rows: readonly RankedTime[],
  { timeOf, said }: { readonly timeOf: (row: RankedTime) => string; readonly said?: Said },
): readonly BlockRow[] {
  return rows.map((row) => ({
    place: row.place,
    result: row.result,
    time: timeOf(row),
    details: describe(row.result, said),
  }));
}

/** What the heading of a table already says of everyone in it. */
type Said = 'ageGroup' | 'runClub';

function describe(result: UnrankedResult, said?: Said): string {
  const fields = (['ageGroup', 'runClub'] as const).filter((field) => field !== said);
  return fields
    .map((field) => result[field])
    .filter(Boolean)
    .join(' · ');
}

function nameEnd(
  point: StagePoint | undefined,
  { event }: TableChoice,
  { config, texts }: BlocksContext,
): string {
  if (point === undefined) return texts.tables.start;
  return point === 'finish' ? texts.runner.finish : labelCheckpoint(point, config, event);
}
