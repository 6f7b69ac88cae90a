import type { UnrankedResult } from '#shared/model/result.ts';
import { Standings } from '#shared/scoring/standings.ts';

/**
 * The standings of the runners that match a filter: their rows and counts in each tab, and their places among
 * themselves, where they are those of one category by its clock (RULES.md RK14).
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

function byCategoryClock(row: UnrankedResult): UnrankedResult {
  return row.categoryMs == null ? row : { ...row, totalMs: row.categoryMs };
}
