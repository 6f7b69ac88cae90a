import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

/**
 * The standings of the runners that match a filter: their rows and counts in each tab, and their places among
 * themselves.
 */
export function filterStandings(
  all: Standings,
  matches: (result: UnrankedResult) => boolean,
): Standings {
  const standings = new Standings(all.courses);
  standings.replaceAll(all.listAll().filter(matches), all.totals);
  return standings;
}

/** The place of a runner by the time that a tab ranks; null without one. */
export function placeIn(standings: Standings, tab: ResultsTab, runnerId: string): number | null {
  return tab.kind === 'event'
    ? standings.placeOf(runnerId)
    : standings.specialPlaceOf(tab.code, runnerId);
}
