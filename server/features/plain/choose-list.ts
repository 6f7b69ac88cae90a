import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { chooseTab, listTabs, type ResultsTab } from '#shared/scoring/tabs.ts';

/** The views of a tab: the results, the start list, or the results with clubs and splits, to print. */
export const VIEWS = ['results', 'starters', 'print'] as const;
export type View = (typeof VIEWS)[number];

export interface Choice {
  /** Undefined while no race is named. */
  readonly tab: ResultsTab | undefined;
  readonly view: View;
  /** From 1. */
  readonly page: number;
  /** Whether the reader turned off automatic reloads. */
  readonly isStill: boolean;
}

/** Reads the choice from a query. Unknown values take their defaults. */
export function chooseList(query: URLSearchParams, config: RaceConfig): Choice {
  const tab = chooseTab(listTabs(config), query.get('race'), coursesOf(config));
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'results';
  const page = /^[1-9]\d{0,4}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1;
  return {
    tab,
    // A climb has no start list of its own.
    view: tab?.kind === 'special' && view === 'starters' ? 'results' : view,
    page,
    isStill: query.has('still'),
  };
}

/** The query of a choice; defaults are left out. */
export function writeQuery({ tab, view, page, isStill }: Choice): Record<string, string> {
  return {
    ...(tab ? { race: tab.code } : {}),
    ...(view === 'results' ? {} : { view }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(isStill ? { still: '1' } : {}),
  };
}
