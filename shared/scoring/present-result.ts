import { formatClock, roundUpToSeconds } from '../format/format-time.ts';
import type { Runner } from '../model/runner.ts';
import type { DurationMs } from '../model/time.ts';
import type { CheckpointField, KomField, Result, UnrankedResult } from '../model/result.ts';
import type { RunnerScore } from './score-runner.ts';

/** What is known of a row by itself: its times as text follow from those in milliseconds. */
export type KnownResult = Omit<UnrankedResult, 'totalTime' | CheckpointField | KomField>;

/**
 * The public view of a runner before any place is worked out. Field by field,
 * so that a wristband or phone number cannot slip through.
 */
export function presentUnrankedResult(runner: Runner, score: RunnerScore): UnrankedResult {
  return completeResult({
    runnerId: runner.runnerId,
    firstName: runner.firstName,
    lastName: runner.lastName,
    runClub: runner.runClub,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    events: runner.event,
    status: score.status,
    totalMs: score.totalMs,
    splitsMs: score.splitsMs,
    komsMs: score.komsMs,
  });
}

/**
 * Adds the times as text. Field by field, like {@link presentRankedResult}: a
 * spread or a loop over this many fields is several times slower.
 */
export function completeResult(known: KnownResult): UnrankedResult {
  const { status, totalMs, splitsMs, komsMs } = known;
  return {
    runnerId: known.runnerId,
    firstName: known.firstName,
    lastName: known.lastName,
    runClub: known.runClub,
    ageGroup: known.ageGroup,
    bibNumber: known.bibNumber,
    events: known.events,
    status,
    totalTime: status === 'dnf' ? 'DNF' : clockText(totalMs),
    totalMs,
    splitsMs,
    komsMs,
    wodTime: secondsText(komsMs[0]),
    carnIngliTime: secondsText(komsMs[1]),
    checkPointOne: clockText(splitsMs[0]),
    checkPointTwo: clockText(splitsMs[1]),
    checkPointThree: clockText(splitsMs[2]),
    checkPointFour: clockText(splitsMs[3]),
    checkPointFive: clockText(splitsMs[4]),
    checkPointSix: clockText(splitsMs[5]),
  };
}

/** The public row of GET /api: the runner with the places that follow from everyone's times. */
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
    splitsMs: result.splitsMs,
    komsMs: result.komsMs,
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
  };
}

function clockText(spanMs: DurationMs | null | undefined): string {
  return typeof spanMs === 'number' ? formatClock(spanMs) : '';
}

function secondsText(spanMs: DurationMs | null | undefined): string {
  return typeof spanMs === 'number' ? String(roundUpToSeconds(spanMs)) : '';
}
