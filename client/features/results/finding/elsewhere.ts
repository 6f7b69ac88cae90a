import type { Starter, UnrankedResult } from '#shared/model/result.ts';
import { compareText } from '#shared/scoring/order.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type ResultsTab, isInTab } from '#shared/scoring/tabs.ts';
import type { EventCode } from '#shared/model/ids.ts';
import type { LiveField } from '#shared/forecast/live-order.ts';
import { type TabRows, listLive } from '../list-rows.ts';

export interface FoundInTab {
  readonly tab: ResultsTab;
  /** The first few, in the order of the tab. */
  readonly rows: readonly UnrankedResult[];
  readonly count: number;
}

const MOST_SHOWN = 8;

/**
 * The matching runners, `found`, that the open tab does not list, by race: nobody is listed twice, and runners whom a
 * special tab leaves out for want of a time are found.
 */
export function findElsewhere(
  found: Standings,
  tabs: readonly ResultsTab[],
  open: ResultsTab,
  liveOf?: (event: EventCode) => LiveField,
): readonly FoundInTab[] {
  return tabs.flatMap((tab) => {
    if (tab.kind !== 'event' || tab.code === open.code) return [];
    const live = liveOf?.(tab.code);
    const onCourse = live ? listLive(found, live) : found.onCourse(tab.code);
    const all = [...found.finishers(tab.code), ...found.dnfs(tab.code), ...onCourse];
    const rows = all.filter((row) => !isInTab(row, open, found.courses));
    const count = rows.length;
    return count === 0 ? [] : [{ tab, rows: rows.slice(0, MOST_SHOWN), count }];
  });
}

export function allRows({ ranked, onCourse }: TabRows): UnrankedResult[] {
  return [...ranked, ...onCourse];
}

/** Sorts a start list by name; nameless runners come last, by bib. */
export function byName(starters: readonly Starter[]): readonly Starter[] {
  return starters.toSorted(
    (a, b) =>
      Number(a.lastName === '') - Number(b.lastName === '') ||
      compareText(a.lastName, b.lastName) ||
      compareText(a.firstName, b.firstName) ||
      compareBibs(a.bibNumber, b.bibNumber),
  );
}

/** Numeric bibs first. */
function compareBibs(a: string, b: string): number {
  return numberOf(a) - numberOf(b) || compareText(a, b);
}

function numberOf(bib: string): number {
  return /^\d{1,15}$/.test(bib) ? Number(bib) : Number.MAX_SAFE_INTEGER;
}
