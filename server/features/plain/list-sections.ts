import type { LiveRace } from '#server/race/live-race.ts';
import type { ServerTexts } from '#server/web/page-request.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { chooseTab, listTabs, type ResultsTab } from '#shared/scoring/tabs.ts';

interface Section {
  /** May be empty. */
  readonly heading: string;
  readonly rows: readonly UnrankedResult[];
}

/** The results of a choice by section. */
export function listSections(
  { standings }: LiveRace,
  { tab }: Choice,
  { page: { results, runner } }: ServerTexts,
): Section[] {
  if (!tab) return [];
  if (tab.kind === 'special') return [{ heading: '', rows: [...standings.special(tab.code)] }];
  const [finished, racing, out] = [
    [...standings.finishers(tab.code)],
    [...standings.onCourse(tab.code)],
    [...standings.dnfs(tab.code)],
  ];
  return [
    { heading: runner.finished, rows: finished },
    { heading: results.onCourse, rows: racing },
    { heading: runner.didNotFinish, rows: out.filter(({ isDisqualified }) => !isDisqualified) },
    { heading: runner.disqualified, rows: out.filter(({ isDisqualified }) => isDisqualified) },
  ];
}

export interface Page {
  readonly sections: readonly PageSection[];
  /** At least one. */
  readonly pages: number;
}

export interface PageSection extends Section {
  readonly count: number;
}

/** Cuts sections into pages of `size` rows; a section continues on the next page under the same heading. */
export function cutPage(sections: readonly Section[], page: number, size: number): Page {
  const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
  let from = (page - 1) * size;
  let left = size;
  const shown: PageSection[] = [];
  for (const { heading, rows } of sections) {
    const part = from < rows.length ? rows.slice(from, from + left) : [];
    if (part.length > 0) {
      shown.push({ heading, rows: part, count: rows.length });
    }
    left -= part.length;
    from = Math.max(0, from - rows.length);
    if (left === 0) break;
  }
  return { sections: shown, pages: Math.max(1, Math.ceil(total / size)) };
}

/** The results, or the results with clubs and splits for printing. */
export const VIEWS = ['results', 'print'] as const;
export type View = (typeof VIEWS)[number];

export interface Choice {
  /** Undefined before the race has a name. */
  readonly tab: ResultsTab | undefined;
  readonly view: View;
  /** From 1. */
  readonly page: number;
}

/** Reads the choice from a query. Unknown values take their defaults. */
export function chooseList(query: URLSearchParams, config: RaceConfig): Choice {
  const tab = chooseTab(listTabs(config), query.get('race'), coursesOf(config));
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'results';
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  return { tab, view, page };
}

/** The query of a choice, without defaults. */
export function writeQuery({ tab, view, page }: Choice): Record<string, string> {
  return {
    ...(tab ? { race: tab.code } : {}),
    ...(view === 'results' ? {} : { view }),
    ...(page === 1 ? {} : { page: String(page) }),
  };
}
