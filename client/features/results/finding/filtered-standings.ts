import type { UnrankedResult } from '#shared/model/result.ts';
import { byCategoryClock } from '#shared/scoring/rank-keys.ts';
import { Standings } from '#shared/scoring/standings.ts';

/**
 * The standings of the matching runners, ranked among themselves; `isCategory` ranks the runners of one category by its
 * own clock (RULES.md RK14).
 */
export function filterStandings(
  all: Standings,
  matches: (result: UnrankedResult) => boolean,
  isCategory = false,
): Standings {
  const rows = all.listAll().filter(matches);
  const standings = new Standings(all.courses);
  standings.replaceAll(isCategory ? rows.map(byCategoryClock) : rows, all.totals);
  return standings;
}
