import { formatClock, roundUpToSeconds } from '../format/format-time.ts';
import type { Runner } from '../model/runner.ts';
import type { DurationMs } from '../model/time.ts';
import type { UnrankedResult } from '../model/result.ts';
import type { RunnerScore } from './score-runner.ts';

/**
 * The public view of a runner before any place is worked out. Field by field,
 * so that a wristband or phone number cannot slip through.
 */
export function presentUnrankedResult(runner: Runner, score: RunnerScore): UnrankedResult {
  const clockAt = (slot: number): string => clockText(score.splitsMs[slot]);
  return {
    runnerId: runner.runnerId,
    firstName: runner.firstName,
    lastName: runner.lastName,
    runClub: runner.runClub,
    ageGroup: runner.ageGroup,
    bibNumber: runner.bibNumber,
    events: runner.event,
    status: score.status,
    totalTime: score.status === 'dnf' ? 'DNF' : clockText(score.totalMs),
    totalMs: score.totalMs,
    wodTime: secondsText(score.komsMs[0]),
    carnIngliTime: secondsText(score.komsMs[1]),
    checkPointOne: clockAt(0),
    checkPointTwo: clockAt(1),
    checkPointThree: clockAt(2),
    checkPointFour: clockAt(3),
    checkPointFive: clockAt(4),
    checkPointSix: clockAt(5),
    splitsMs: score.splitsMs,
    komsMs: score.komsMs,
  };
}

function clockText(spanMs: DurationMs | null | undefined): string {
  return typeof spanMs === 'number' ? formatClock(spanMs) : '';
}

function secondsText(spanMs: DurationMs | null | undefined): string {
  return typeof spanMs === 'number' ? String(roundUpToSeconds(spanMs)) : '';
}
