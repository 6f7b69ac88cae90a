import { AGE_GROUPS } from '#shared/model/age-group.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { sexOf } from '#shared/scoring/group-places.ts';
import { findKom } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { KOM_FIELDS } from '#shared/model/result.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

/** What a page of the board lists of its tab. */
export type SlideKind = 'overall' | 'women' | 'men' | 'categories' | 'on-course' | 'special';

/** A row with the place it has in the list that is shown; null for who has none yet. */
export interface SlideRow {
  readonly result: UnrankedResult;
  readonly place: number | null;
  /** Begins another category. */
  readonly isFirstOfGroup?: boolean;
}

/** A page of the board. */
export interface Slide {
  /** The same page after more runners have come in. */
  readonly key: string;
  readonly tab: ResultsTab;
  readonly kind: SlideKind;
  /** From 1, of so many of this kind. */
  readonly page: number;
  readonly pages: number;
  readonly rows: readonly SlideRow[];
}

/** Of a field of thousands nobody waits for the last page. */
const MOST_PAGES = 3;
/** So many of each category. */
const OF_CATEGORY = 3;

/** All pages of the board in their order, each with so many rows at most (SCREENS.md BD3). */
export function listSlides(
  standings: Standings,
  tabs: readonly ResultsTab[],
  rowsAPage: number,
): readonly Slide[] {
  return tabs.flatMap((tab) =>
    tab.kind === 'special'
      ? paginate(tab, 'special', listSpecial(standings, tab.code), rowsAPage)
      : listEventSlides(standings, tab, tab.code, rowsAPage),
  );
}

function listEventSlides(
  standings: Standings,
  tab: ResultsTab,
  event: EventCode,
  rowsAPage: number,
): readonly Slide[] {
  const women: SlideRow[] = [];
  const men: SlideRow[] = [];
  const overall: SlideRow[] = [];
  const byGroup = new Map<string, SlideRow[]>();
  for (const result of standings.finishers(event)) {
    const { ageGroup } = result;
    const sex = sexOf(ageGroup);
    addPlaced(overall, result, rowsAPage * MOST_PAGES);
    if (sex) addPlaced(sex === 'F' ? women : men, result, rowsAPage);
    if (!byGroup.has(ageGroup)) byGroup.set(ageGroup, []);
    addPlaced(byGroup.get(ageGroup) ?? [], result, OF_CATEGORY);
  }
  const onCourse: SlideRow[] = [];
  for (const result of standings.onCourse(event)) {
    if (onCourse.length === rowsAPage) break;
    onCourse.push({ result, place: null });
  }
  const isMixed = women.length > 0 && men.length > 0;
  return [
    ...paginate(tab, 'overall', overall, rowsAPage),
    ...(isMixed ? paginate(tab, 'women', women, rowsAPage) : []),
    ...(isMixed ? paginate(tab, 'men', men, rowsAPage) : []),
    ...paginateCategories(tab, byGroup, rowsAPage),
    ...paginate(tab, 'on-course', onCourse, rowsAPage),
  ];
}

/** Adds the next of a list by their times: those of one time share a place, and the next is skipped. */
function addPlaced(rows: SlideRow[], result: UnrankedResult, most: number): void {
  if (rows.length >= most) return;
  const before = rows.at(-1);
  const isLevel = before !== undefined && before.result.totalMs === result.totalMs;
  rows.push({ result, place: isLevel ? before.place : rows.length + 1 });
}

function listSpecial(standings: Standings, code: ReturnType<typeof findKom>['code']): SlideRow[] {
  const slot = KOM_FIELDS.indexOf(findKom(code).field);
  return [...standings.special(code)]
    .filter(({ komsMs }) => (komsMs[slot] ?? null) !== null)
    .map((result) => ({ result, place: standings.specialPlaceOf(code, result.runnerId) }));
}

function paginate(
  tab: ResultsTab,
  kind: SlideKind,
  rows: readonly SlideRow[],
  rowsAPage: number,
): readonly Slide[] {
  const pages = Math.min(MOST_PAGES, Math.ceil(rows.length / rowsAPage));
  return Array.from({ length: pages }, (_, index) => ({
    key: `${tab.code} ${kind} ${index + 1}`,
    tab,
    kind,
    page: index + 1,
    pages,
    rows: rows.slice(index * rowsAPage, (index + 1) * rowsAPage),
  }));
}

/** The first of each category, none of which is parted between two pages. */
function paginateCategories(
  tab: ResultsTab,
  byGroup: ReadonlyMap<string, readonly SlideRow[]>,
  rowsAPage: number,
): readonly Slide[] {
  const pages: SlideRow[][] = [];
  for (const group of AGE_GROUPS) {
    const rows = (byGroup.get(group) ?? []).map(({ result, place }, index) => ({
      result,
      place,
      isFirstOfGroup: index === 0,
    }));
    if (rows.length === 0) continue;
    const last = pages.at(-1);
    if (last && last.length + rows.length <= rowsAPage) last.push(...rows);
    else pages.push(rows.slice(0, rowsAPage));
  }
  return pages.map((rows, index) => ({
    key: `${tab.code} categories ${index + 1}`,
    tab,
    kind: 'categories',
    page: index + 1,
    pages: pages.length,
    rows,
  }));
}
