import { useFromStandings } from '#client/live/use-standings.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import { type Placed, placeRunner } from '#shared/scoring/placed-runner.ts';

const NOWHERE: Placed = { runs: [], places: undefined };

/** The places of a runner in the field; none until the results are loaded. */
export function usePlaced(result: UnrankedResult): Placed {
  return useFromStandings((all) => (all ? placeRunner(all, result) : NOWHERE), [result]);
}
