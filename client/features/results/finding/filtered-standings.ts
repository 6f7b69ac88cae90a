import type { UnrankedResult } from '#shared/model/result.ts';
import type { Follower } from '#shared/scoring/incremental-view.ts';
import { Standings } from '#shared/scoring/standings.ts';
import type { ResultsTab } from '#shared/scoring/tabs.ts';

/**
 * The standings of the runners that match a filter, updated with the standings of all: their rows
 * and counts in each tab, and their places among themselves (SCREENS.md FD5).
 */
export class FilteredStandings implements Follower {
  readonly standings: Standings;
  readonly #matches: (result: UnrankedResult) => boolean;

  constructor(all: Standings, matches: (result: UnrankedResult) => boolean) {
    this.#matches = matches;
    this.standings = new Standings(all.courses);
    this.standings.replaceAll(all.listAll().filter(matches), all.totals);
  }

  replace(before: UnrankedResult | undefined, after: UnrankedResult | undefined): boolean {
    if (after && this.#matches(after)) this.standings.put(after);
    else if (before) this.standings.remove(before.runnerId);
    return true;
  }

  /** The place of a runner by the time that a tab ranks; null without one. */
  placeIn(tab: ResultsTab, runnerId: string): number | null {
    return tab.kind === 'event'
      ? this.standings.placeOf(runnerId)
      : this.standings.specialPlaceOf(tab.code, runnerId);
  }
}
