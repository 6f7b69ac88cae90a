import { parseOverride } from '../model/typed-words.ts';
import { isWristbanded, type Runner } from '../model/runner.ts';
import type { EpochMs } from '../model/time.ts';
import type { RunnerScore } from './score-runner.ts';

/**
 * Whether a wristbanded runner has neither a counted finish, nor an override, nor finished by laps (RULES.md MS1,
 * MS11).
 */
export function isMissing(
  runner: Runner,
  score: Pick<RunnerScore, 'hasFinish' | 'laps' | 'status'>,
): boolean {
  return (
    isWristbanded(runner) &&
    !score.hasFinish &&
    !isInByLaps(score) &&
    parseOverride(runner.overrideTime) === undefined
  );
}

/** Whether laps make them a finisher, once their event is closed (RULES.md RK12). */
export function isInByLaps({ laps, status }: Pick<RunnerScore, 'laps' | 'status'>): boolean {
  return laps !== undefined && status === 'finished';
}

/**
 * When a runner who is DNF or DNS nevertheless finished (RULES.md MS5): the counted finish that the status overrides,
 * or undefined if there is none.
 */
export function findFinishDespiteDnf({
  status,
  counted,
}: Pick<RunnerScore, 'status' | 'counted'>): EpochMs | undefined {
  return status === 'dnf' ? counted.get('finish')?.timeMs : undefined;
}
