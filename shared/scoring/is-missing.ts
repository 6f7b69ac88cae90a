import type { Runner } from '../model/runner.ts';
import { parseOverride } from './override.ts';
import type { RunnerScore } from './score-runner.ts';

/** Whether a wristbanded runner has neither a counted finish nor an override (RULES.md MS1). */
export function isMissing(runner: Runner, score: Pick<RunnerScore, 'hasFinish'>): boolean {
  return (
    runner.bandId !== undefined &&
    !score.hasFinish &&
    parseOverride(runner.overrideTime) === undefined
  );
}
