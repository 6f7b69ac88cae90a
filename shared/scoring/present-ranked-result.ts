import type { Result, UnrankedResult } from '../model/result.ts';

/** The public row of GET /api: the runner with the places that follow from everyone's times. */
export function presentRankedResult(
  result: UnrankedResult,
  checkpointPlaces: readonly (number | null)[],
  totalRunners: number,
): Result {
  const placeAt = (slot: number): number | '' => checkpointPlaces[slot] ?? '';
  return {
    ...result,
    checkPointOnePosition: placeAt(0),
    checkPointTwoPosition: placeAt(1),
    checkPointThreePosition: placeAt(2),
    checkPointFourPosition: placeAt(3),
    checkPointFivePosition: placeAt(4),
    checkPointSixPosition: placeAt(5),
    totalRunners,
  };
}
