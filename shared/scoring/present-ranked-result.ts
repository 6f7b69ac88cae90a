import type { Result, UnrankedResult } from '../model/result.ts';

/**
 * The public row of GET /api: the runner with the places that follow from
 * everyone's times. Field by field: a spread of this many fields makes an
 * object that is ten times slower to build and to read.
 */
export function presentRankedResult(
  result: UnrankedResult,
  checkpointPlaces: readonly (number | null)[],
  totalRunners: number,
): Result {
  return {
    runnerId: result.runnerId,
    firstName: result.firstName,
    lastName: result.lastName,
    runClub: result.runClub,
    ageGroup: result.ageGroup,
    bibNumber: result.bibNumber,
    events: result.events,
    status: result.status,
    totalTime: result.totalTime,
    totalMs: result.totalMs,
    totalRunners,
    wodTime: result.wodTime,
    carnIngliTime: result.carnIngliTime,
    checkPointOne: result.checkPointOne,
    checkPointTwo: result.checkPointTwo,
    checkPointThree: result.checkPointThree,
    checkPointFour: result.checkPointFour,
    checkPointFive: result.checkPointFive,
    checkPointSix: result.checkPointSix,
    checkPointOnePosition: checkpointPlaces[0] ?? '',
    checkPointTwoPosition: checkpointPlaces[1] ?? '',
    checkPointThreePosition: checkpointPlaces[2] ?? '',
    checkPointFourPosition: checkpointPlaces[3] ?? '',
    checkPointFivePosition: checkpointPlaces[4] ?? '',
    checkPointSixPosition: checkpointPlaces[5] ?? '',
    splitsMs: result.splitsMs,
    komsMs: result.komsMs,
  };
}
