import type { Arrival } from '#client/spectators/arrivals.ts';
import { type StagePoint, timeAt } from '#shared/scoring/stages.ts';
import type { Standings } from '#shared/scoring/standings.ts';

export interface ShownArrival extends Arrival {
  /** The runner is not through after all; only where the list is held. */
  readonly isRevoked: boolean;
}

/** The rows with the current results of their runners, without those who left the results or became private since. */
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

/** How many of the latest `limit` arrivals came in since a list of them was held. */
export function countWaiting(
  arrivals: readonly Arrival[],
  held: readonly Arrival[],
  limit: number,
): number {
  const listed = new Set(held.map(({ result }) => result.runnerId));
  // A full list had left out the earlier ones.
  const fromMs = held.length < limit ? -Infinity : (held.at(-1)?.atMs ?? -Infinity);
  return arrivals.filter(({ result, atMs }) => !listed.has(result.runnerId) && atMs > fromMs)
    .length;
}
