import type { Arrival } from '#client/spectators/arrivals.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface ShownArrival extends Arrival {
  /** In a held list: the time at the point was removed since. */
  readonly isRevoked: boolean;
}

/** The rows with current results, without runners who left the results since. */
export function renewRows(
  rows: readonly Arrival[],
  standings: Pick<Standings, 'find'>,
  point: StagePoint,
): readonly ShownArrival[] {
  return rows.flatMap((row): readonly ShownArrival[] => {
    const result = standings.find(row.result.runnerId);
    if (!result) return [];
    const elapsedMs = timeAt(result, point);
    return [
      { ...row, result, elapsedMs: elapsedMs ?? row.elapsedMs, isRevoked: elapsedMs === null },
    ];
  });
}

/** The number of arrivals, of the latest `limit`, that came in since the list was held. */
export function countWaiting(
  arrivals: readonly Arrival[],
  held: readonly Arrival[],
  limit: number,
): number {
  const listed = new Set(held.map(({ result }) => result.runnerId));
  // Earlier arrivals than those of a full list are not new.
  const fromMs = held.length < limit ? -Infinity : (held.at(-1)?.atMs ?? -Infinity);
  return arrivals.filter(({ result, atMs }) => !listed.has(result.runnerId) && atMs > fromMs)
    .length;
}
