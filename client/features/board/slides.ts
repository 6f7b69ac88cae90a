import type { LiveField } from '#shared/forecast/live-order.ts';
import type { KomCode } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { SEXES, type Sex } from '#shared/model/race-setup.ts';
import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { byCategoryClock, compareNames, rankSex } from '#shared/scoring/rank-keys.ts';
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
  /** The place is a forecast (RULES.md XP13). */
  readonly isExpected?: boolean;
  /** From 1. */
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
  /** The sex of each column, shown above it if there are several. */
  readonly heads?: readonly Sex[];
  readonly rows: readonly SlideRow[];
}

/** The most pages of one list; for more, people look at their phones. */
const MOST_PAGES = 3;
/** The most pages of a start list, which is shown while there is nothing else. */
const MOST_START_LIST = 20;
/** The most pages of the latest finishers. */
const MOST_JUST_IN = 2;
const SHOWN_OF_CATEGORY = 3;

export interface SlideSource {
  readonly standings: Standings;
  readonly tabs: readonly ResultsTab[];
  readonly size: PageSize;
  /** The latest finishers, newest first. */
  readonly justIn: readonly UnrankedResult[];
  /** The start list; empty while it is not loaded. */
  readonly starters: readonly Starter[];
  /** The runners on course with their latest expected times. */
  readonly liveOf: (event: EventCode) => LiveField;
}

/** All pages of the board in their order. */
export function listSlides(source: SlideSource): readonly Slide[] {
  return source.tabs.flatMap((tab) => {
    if (tab.kind === 'event') return listEventSlides(source, tab, tab.code);
    return paginate(source, tab, 'special', listSpecial(source, tab.code));
  });
}

function listEventSlides(source: SlideSource, tab: ResultsTab, event: EventCode): readonly Slide[] {
  const { standings, size } = source;
  const rowsAPage = size.rows * size.columns;
  if (standings.listed(event).length === 0) return listStarters(source, tab, event);
  const finishers = standings.finishers(event);
  const live = source.liveOf(event);
  const onCourse = live.rows
    .slice(0, rowsAPage)
    .map((result) => ({ result, place: live.placeOf(result.runnerId), isExpected: true }));
  const place = (result: UnrankedResult): UnplacedRow => ({
    result,
    place: standings.placeOf(result.runnerId),
  });
  // If all fit on one page, the latest finishers are on it too.
  const newest = finishers.length > rowsAPage ? source.justIn : [];
  const picture = { key: `${tab.code} picture`, tab, kind: 'picture', page: 1, pages: 1 } as const;
  return [
    ...paginate(
      source,
      tab,
      'just-in',
      newest.filter(({ events }) => events === event).map(place),
      MOST_JUST_IN,
    ),
    ...paginate(
      source,
      tab,
      'overall',
      finishers
        .list()
        .slice(0, MOST_PAGES * rowsAPage)
        .map(place),
    ),
    ...listSexes(source, tab, event),
    ...layOut(source, tab, 'categories', listCategories(source, event)),
    ...(onCourse.length > 0 ? [{ ...picture, rows: [] }] : []),
    ...paginate(source, tab, 'on-course', onCourse),
  ];
}

/** The entered runners, by name; private ones, without a name, last. */
function listStarters(source: SlideSource, tab: ResultsTab, event: EventCode): readonly Slide[] {
  const rows = source.starters
    .filter(({ events }) => events === event)
    .toSorted((a, b) => Number(a.lastName === '') - Number(b.lastName === '') || compareNames(a, b))
    .map((result) => ({ result, place: null }));
  return paginate(source, tab, 'start-list', rows, MOST_START_LIST);
}

/** The runners with a time on a climb. */
function listSpecial({ standings, size }: SlideSource, code: KomCode): readonly UnplacedRow[] {
  return standings
    .special(code)
    .list()
    .slice(0, MOST_PAGES * size.rows * size.columns)
    .map((result) => ({ result, place: standings.specialPlaceOf(code, result.runnerId) }))
    .filter(({ place }) => place !== null);
}

/** The first of each sex, a column each; nothing for a single sex, which is the overall list. */
function listSexes(source: SlideSource, tab: ResultsTab, event: EventCode): readonly Slide[] {
  const { rows, columns } = source.size;
  const ofSexes = SEXES.map((sex) => ({
    sex,
    // Heads of several columns take a row.
    rows: rankSex(source.standings, event, sex, rows - (columns > 1 ? 1 : 0)),
  })).filter((one) => one.rows.length > 0);
  if (ofSexes.length < 2) return [];
  const pages = layOut(
    source,
    tab,
    'sexes',
    ofSexes.map((one) => one.rows),
  );
  return pages.map((slide, index) => {
    const shown = ofSexes.slice(index * columns, (index + 1) * columns);
    return Object.assign({}, slide, { heads: shown.map(({ sex }) => sex) });
  });
}

/** Columns of the first of each category, which are never split between two columns. */
function listCategories({ standings, size }: SlideSource, event: EventCode): UnplacedRow[][] {
  const columns: UnplacedRow[][] = [];
  for (const group of standings.courses.categories) {
    const rows = standings
      .finishersOf(event, group)
      .slice(0, SHOWN_OF_CATEGORY)
      .map((result, index) => {
        const place = standings.groupPlaceOf(result.runnerId);
        return { result: byCategoryClock(result), place, isFirstOfGroup: index === 0 };
      });
    if (rows.length === 0) continue;
    const last = columns.at(-1);
    if (last && last.length + rows.length <= size.rows) last.push(...rows);
    else columns.push(rows.slice(0, size.rows));
  }
  return columns;
}

/** The pages of a list, column after column. */
function paginate(
  source: SlideSource,
  tab: ResultsTab,
  kind: SlideKind,
  rows: readonly UnplacedRow[],
  mostPages = MOST_PAGES,
): readonly Slide[] {
  const { size } = source;
  const count = Math.min(rows.length, mostPages * size.rows * size.columns);
  const columns = Array.from({ length: Math.ceil(count / size.rows) }, (_, index) =>
    rows.slice(index * size.rows, Math.min(count, (index + 1) * size.rows)),
  );
  return layOut(source, tab, kind, columns);
}

function layOut(
  { size }: SlideSource,
  tab: ResultsTab,
  kind: SlideKind,
  columns: readonly (readonly UnplacedRow[])[],
): readonly Slide[] {
  const pages = Math.ceil(columns.length / size.columns);
  return Array.from({ length: pages }, (_, index) => ({
    key: `${tab.code} ${kind} ${index + 1}`,
    tab,
    kind,
    page: index + 1,
    pages,
    rows: columns
      .slice(index * size.columns, (index + 1) * size.columns)
      .flatMap((rows, column) => rows.map((row) => ({ ...row, column: column + 1 }))),
  }));
}
