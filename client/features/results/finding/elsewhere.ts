import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/compare-text.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import { type TabRows, listRows } from '../list-rows.ts';
import type { Match } from './sought.ts';

/** Who of another race is found, and the tab of that. */
export interface FoundInTab {
  readonly tab: ResultsTab;
  /** The first of them, in the order of the tab. */
  readonly rows: readonly UnrankedResult[];
  readonly count: number;
}

/** More than these of one race are no answer to a search. */
const MOST_SHOWN = 8;

/**
 * Who is found outside the open tab: in each race the rows that the tab does not list. So nobody is
 * there twice, and a special tab does not hide who has no time there.
 */
export function findElsewhere(
  standings: Standings,
  tabs: readonly ResultsTab[],
  open: ResultsTab,
  match: Match,
): readonly FoundInTab[] {
  const own = open.kind === 'event' ? [] : standings.special(open.code);
  const shown = new Set(Array.from(own, ({ runnerId }) => runnerId));
  return tabs.flatMap((tab) => {
    if (tab.kind !== 'event' || tab.code === open.code) return [];
    const found = allRows(listRows(standings, tab, match.row)).filter(
      ({ runnerId }) => !shown.has(runnerId),
    );
    return found.length === 0
      ? []
      : [{ tab, rows: found.slice(0, MOST_SHOWN), count: found.length }];
  });
}

/** The rows of a tab as one list. */
export function allRows({ ranked, onCourse }: TabRows): UnrankedResult[] {
  return [...ranked, ...onCourse];
}

/** A start list by name; those without one, by bib, come last. */
export function byName(starters: readonly Starter[]): readonly Starter[] {
  return starters.toSorted(
    (a, b) =>
      Number(a.lastName === '') - Number(b.lastName === '') ||
      compareText(a.lastName, b.lastName) ||
      compareText(a.firstName, b.firstName) ||
      compareBibs(a.bibNumber, b.bibNumber),
  );
}

/** Bibs that are numbers by these, the others behind them by their letters. */
export function compareBibs(a: string, b: string): number {
  return numberOf(a) - numberOf(b) || compareText(a, b);
}

function numberOf(bib: string): number {
  return /^\d{1,15}$/.test(bib) ? Number(bib) : Number.MAX_SAFE_INTEGER;
}
