import type { LiveField } from '#shared/forecast/live-order.ts';
import type { KomCode } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { SEXES, type Sex } from '#shared/model/race-setup.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { countWhile } from '#shared/scoring/ordered-sequence.ts';
import { compareNames, rankSex } from '#shared/scoring/rank-keys.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

import type { PageSize } from './use-page-size.ts';

export type SlideKind =
  | 'just-in'
  | 'overall'
  | 'sexes'
  | 'categories'
  | 'picture'
  | 'on-course'
  | 'start-list'
  | 'special';

/** A row with its place in the shown list; null for a runner without one. */
export interface SlideRow {
  readonly result: UnrankedResult | Starter;
  readonly place: number | null;
  /** The place is the one they are expected to have (RULES.md XP13). */
  readonly isExpected?: boolean;
  /** The column, from 1, on a page of two. */
  readonly column: number;
  readonly isFirstOfGroup?: boolean;
}

type UnplacedRow = Omit<SlideRow, 'column'>;

export interface Slide {
  /** Stays the same when more runners come in. */
  readonly key: string;
  readonly tab: ResultsTab;
  readonly kind: SlideKind;
  /** From 1, among `pages` of this kind. */
  readonly page: number;
  readonly pages: number;
  /** The sex of each column, named above it if there are several. */
  readonly heads?: readonly Sex[];
  readonly rows: readonly SlideRow[];
}

/** The most pages of one list; further down people look at their phones. */
const MOST_PAGES = 3;
/** The most pages of a start list, which is shown while there is nothing else. */
const MOST_START_LIST = 20;
/** Pages at most for those who came in just now. */
const MOST_JUST_IN = 2;
const OF_CATEGORY = 3;

export interface SlideSource {
  readonly standings: Standings;
  readonly tabs: readonly ResultsTab[];
  readonly size: PageSize;
  /** Newest first. */
  readonly justIn: readonly UnrankedResult[];
  /** The start list; empty while it is not loaded. */
  readonly starters: readonly Starter[];
  /** The runners on course with their latest expected times. */
  readonly liveOf: (event: EventCode) => LiveField;
}

/** All pages of the board in their order, with at most `rows` rows each. */
export function listSlides(source: SlideSource): readonly Slide[] {
  return source.tabs.flatMap((tab) => {
    if (tab.kind === 'event') return listEventSlides(source, tab, tab.code);
    return paginate(source, tab, 'special', listSpecial(source.standings, tab.code));
  });
}

function listEventSlides(source: SlideSource, tab: ResultsTab, event: EventCode): readonly Slide[] {
  const { standings } = source;
  const rowsAPage = countRows(source.size);
  const finishers = standings.finishers(event);
  if (standings.listed(event).length === 0) return listStarters(source, tab, event);
  const ofSexes = SEXES.map((sex) => ({
    sex,
    // If several stand side by side, the first row is the name of each.
    rows: rankSex(standings, event, sex, source.size.rows - (source.size.columns > 1 ? 1 : 0)),
  })).filter(({ rows }) => rows.length > 0);
  const live = source.liveOf(event);
  const onCourse = live.rows
    .slice(0, rowsAPage)
    .map((result) => ({ result, place: live.placeOf(result.runnerId), isExpected: true }));
  const place = (result: UnrankedResult | undefined): UnplacedRow | undefined =>
    result && { result, place: standings.placeOf(result.runnerId) };
  // If all fit on one page, the latest finishers are on it too.
  const justIn = finishers.length > rowsAPage ? source.justIn : [];
  const newest = justIn
    .filter(({ events }) => events === event)
    .slice(0, rowsAPage * MOST_JUST_IN)
    .flatMap((result) => place(result) ?? []);
  const pageOf = (kind: SlideKind, rows: readonly UnplacedRow[]): readonly Slide[] =>
    paginate(source, tab, kind, { count: rows.length, at: (index) => rows[index] });
  return [
    ...pageOf('just-in', newest),
    ...paginate(source, tab, 'overall', {
      count: finishers.length,
      at: (index) => place(finishers.at(index)),
    }),
    ...(ofSexes.length > 1 ? paginateSexes(source, tab, ofSexes) : []),
    ...paginateCategories(source, tab, event),
    ...(onCourse.length > 0 ? [pictureOf(tab)] : []),
    ...pageOf('on-course', onCourse),
  ];
}

/** The entered runners, by name: before the start there is nothing else to show. */
function listStarters(source: SlideSource, tab: ResultsTab, event: EventCode): readonly Slide[] {
  // Runners without a name come last.
  const own = source.starters
    .filter(({ events }) => events === event)
    .toSorted(
      (a, b) => Number(a.lastName === '') - Number(b.lastName === '') || compareNames(a, b),
    );
  const at = (index: number): UnplacedRow | undefined => {
    const result = own[index];
    return result && { result, place: null };
  };
  return paginate(source, tab, 'start-list', { count: own.length, at }, MOST_START_LIST);
}

/** A page with everybody on the course, which needs no rows. */
function pictureOf(tab: ResultsTab): Slide {
  return { key: `${tab.code} picture`, tab, kind: 'picture', page: 1, pages: 1, rows: [] };
}

/** Runners with a time on a climb, before all others. */
function listSpecial(standings: Standings, code: KomCode): RowList {
  const { index: slot = -1 } = standings.courses.findClimb(code) ?? {};
  const all = standings.special(code);
  return {
    count: countWhile(all.length, (index) => (all.at(index)?.komsMs[slot] ?? null) !== null),
    at: (index) => {
      const result = all.at(index);
      return result && { result, place: standings.specialPlaceOf(code, result.runnerId) };
    },
  };
}

/** A list that makes only the rows that are shown. */
interface RowList {
  readonly count: number;
  readonly at: (index: number) => UnplacedRow | undefined;
}

function countRows({ rows, columns }: PageSize): number {
  return rows * columns;
}

/** The pages of a list, which fills column after column. */
function paginate(
  source: SlideSource,
  tab: ResultsTab,
  kind: SlideKind,
  { count, at }: RowList,
  most = MOST_PAGES,
): readonly Slide[] {
  const { size } = source;
  const length = Math.min(count, most * countRows(size));
  const columns = Array.from({ length: Math.ceil(length / size.rows) }, (_, column) => {
    const from = column * size.rows;
    const rows = Math.min(size.rows, length - from);
    return Array.from({ length: rows }, (_row, index) => at(from + index) ?? []).flat();
  });
  return pagesOf(source, tab, kind, columns);
}

/** The first of each sex in a column of its own. */
function paginateSexes(
  source: SlideSource,
  tab: ResultsTab,
  ofSexes: readonly { readonly sex: Sex; readonly rows: readonly UnplacedRow[] }[],
): readonly Slide[] {
  const { columns } = source.size;
  const pages = pagesOf(
    source,
    tab,
    'sexes',
    ofSexes.map(({ rows }) => rows),
  );
  return pages.map((slide, before) => {
    const shown = ofSexes.slice(before * columns, (before + 1) * columns);
    return Object.assign({}, slide, { heads: shown.map(({ sex }) => sex) });
  });
}

/** The first of each category; a category is never split between two columns or pages. */
function paginateCategories(
  source: SlideSource,
  tab: ResultsTab,
  event: EventCode,
): readonly Slide[] {
  const { standings, size } = source;
  const columns: UnplacedRow[][] = [];
  for (const group of standings.courses.categories) {
    const finishers = standings.finishersOf(event, group);
    const rows = Array.from({ length: OF_CATEGORY }, (_, index): UnplacedRow | [] => {
      const result = finishers.at(index);
      if (!result) return [];
      const place = standings.groupPlaceOf(result.runnerId);
      return { result, place, isFirstOfGroup: index === 0 };
    }).flat();
    if (rows.length === 0) continue;
    const last = columns.at(-1);
    if (last && last.length + rows.length <= size.rows) last.push(...rows);
    else columns.push(rows.slice(0, size.rows));
  }
  return pagesOf(source, tab, 'categories', columns);
}

function pagesOf(
  { size }: SlideSource,
  tab: ResultsTab,
  kind: SlideKind,
  columns: readonly (readonly UnplacedRow[])[],
): readonly Slide[] {
  const pages = Math.ceil(columns.length / size.columns);
  return Array.from({ length: pages }, (_, before) => ({
    key: `${tab.code} ${kind} ${before + 1}`,
    tab,
    kind,
    page: before + 1,
    pages,
    rows: columns
      .slice(before * size.columns, (before + 1) * size.columns)
      .flatMap((rows, column) => rows.map((row) => ({ ...row, column: column + 1 }))),
  }));
}
