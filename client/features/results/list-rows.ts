import type { EventCode } from '#shared/model/ids.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isStartedByGun, type StartSettings } from '#shared/scoring/start-phase.ts';
import { isClosedFor, type RaceConfig } from '#shared/model/race-config.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { Standings } from '#shared/scoring/standings.ts';
import { type LiveField, createLiveField } from '#shared/forecast/live-order.ts';

import { eventsOf, type ResultsTab } from '#shared/scoring/tabs.ts';

export interface TabRows {
  /** Finishers and then DNFs of an event; everyone in a special classification. */
  readonly ranked: readonly UnrankedResult[];
  readonly onCourse: readonly UnrankedResult[];
}

/** The rows of a tab; runners on course in the order of `live`, else as last seen. */
export function listRows(standings: Standings, tab: ResultsTab, live?: LiveField): TabRows {
  if (tab.kind === 'special') return { ranked: standings.special(tab.code).list(), onCourse: [] };
  return {
    ranked: standings.finishers(tab.code).list().concat(standings.dnfs(tab.code).list()),
    // The standings may hold only part of the race.
    onCourse: live
      ? live.rows.filter(({ runnerId }) => standings.find(runnerId))
      : standings.onCourse(tab.code).list(),
  };
}

export function allRows({ ranked, onCourse }: TabRows): UnrankedResult[] {
  return [...ranked, ...onCourse];
}

/** The live field of a filter, which ranks its runners among themselves. */
export function rankLive(ranked: Standings, event: EventCode, { order }: LiveField): LiveField {
  return createLiveField(ranked, event, order);
}

export function countRows(standings: Standings, tab: ResultsTab): number {
  if (tab.kind === 'special') return standings.special(tab.code).length;
  return countListed(standings, tab.code);
}

function countListed(standings: Standings, event: EventCode): number {
  const parts = [standings.finishers(event), standings.dnfs(event), standings.onCourse(event)];
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The number of runners on course in the races of a tab, or of all races without one; `byGun` of them have not been
 * read yet.
 */
export function countOnCourse(
  standings: Standings,
  tab: ResultsTab | undefined,
  config: StartSettings,
  nowMs: EpochMs,
): { readonly onCourse: number; readonly byGun: number } {
  let seen = 0;
  let byGun = 0;
  for (const event of eventsOf(tab, standings.courses)) {
    seen += standings.onCourse(event).length;
    if (!isStartedByGun(event, config, nowMs)) continue;
    byGun += Math.max(0, (standings.totals[event] ?? 0) - countListed(standings, event));
  }
  return { onCourse: seen + byGun, byGun };
}

/** The row at an index of the list, in which the on-course heading counts too; undefined for that and beyond the end. */
export function findRowAt(
  { ranked, onCourse }: TabRows,
  index: number,
): UnrankedResult | undefined {
  return index < ranked.length ? ranked[index] : onCourse[index - ranked.length - 1];
}

/** The inverse of {@link findRowAt}; undefined for a runner who is not listed. */
export function findIndexOf({ ranked, onCourse }: TabRows, runnerId: string): number | undefined {
  const isThis = (row: UnrankedResult): boolean => row.runnerId === runnerId;
  const index = ranked.findIndex(isThis);
  if (index !== -1) return index;
  const indexOut = onCourse.findIndex(isThis);
  return indexOut === -1 ? undefined : ranked.length + 1 + indexOut;
}

/** Whether nobody of a tab has been seen yet. A DNF entered before the start is listed, but does not begin the race. */
export function isAwaited(
  standings: Standings,
  tab: ResultsTab,
  config: Pick<RaceConfig, 'closed' | 'closedEvents'>,
): boolean {
  if (tab.kind === 'special') return standings.special(tab.code).length === 0;
  const dnfs = standings.dnfs(tab.code);
  const isSomebodySeen =
    standings.finishers(tab.code).length > 0 ||
    standings.onCourse(tab.code).length > 0 ||
    [...dnfs].some(({ splitsMs, komsMs }) => [...splitsMs, ...komsMs].some((ms) => ms !== null));
  if (isSomebodySeen) return false;
  const isClosed = isClosedFor(tab.code, config);
  return dnfs.length === 0 || (!isClosed && dnfs.length < (standings.totals[tab.code] ?? 0));
}
