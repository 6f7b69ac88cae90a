import type { UnrankedResult } from '#shared/model/result.ts';
import { findKom } from '#shared/scoring/course.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';
import type { Match } from './sought.ts';

/**
 * The places that the runners of a tab have among those a filter is for, by the runner: one more
 * than there are faster ones. Nobody has one without a time (SCREENS.md FD5).
 */
export function findGroupStandings(
  standings: Standings,
  tab: ResultsTab,
  group: NonNullable<Match['group']>,
): ReadonlyMap<string, number> {
  const [rows, timeOf] = rankedOf(standings, tab);
  const places = new Map<string, number>();
  let counted = 0;
  let place = 0;
  let lastMs = -1;
  for (const row of rows) {
    const timeMs = timeOf(row);
    if (timeMs === null || !group(row)) continue;
    counted += 1;
    if (timeMs !== lastMs) place = counted;
    lastMs = timeMs;
    places.set(row.runnerId, place);
  }
  return places;
}

/** Those a tab ranks, fastest first, and by which time. */
function rankedOf(
  standings: Standings,
  tab: ResultsTab,
): readonly [Iterable<UnrankedResult>, (row: UnrankedResult) => number | null] {
  if (tab.kind === 'event') return [standings.finishers(tab.code), ({ totalMs }) => totalMs];
  const { index } = findKom(tab.code);
  return [standings.special(tab.code), ({ komsMs }) => komsMs[index] ?? null];
}
