import type { EpochMs } from '../model/time.ts';
import type { ScoringRules } from '../scoring/scoring-rules.ts';
import { type ExpectedTimes, findLateness } from './lateness.ts';
import type { CutOffGroup } from './past-cut-offs.ts';
import type { RollCall } from './roll-call.ts';

export interface NeedContext {
  readonly times: ExpectedTimes;
  readonly pastCutOffs: readonly Pick<CutOffGroup, 'runners'>[];
  readonly rules: Pick<ScoringRules, 'of'>;
  /** By the server's clock. */
  readonly nowMs: EpochMs;
}

/**
 * How many runners somebody should look for now: out and not accounted for, still out when their
 * distance is closed, overdue, or past a cut-off.
 */
export function countInNeed(
  rollCall: RollCall,
  { times, pastCutOffs, rules, nowMs }: NeedContext,
): number {
  const late = new Set(
    pastCutOffs.flatMap(({ runners }) => runners.map(({ runner }) => runner.runnerId)),
  );
  let count = 0;
  for (const called of rollCall.byId.values()) {
    const { runner, state, isInByLaps } = called;
    const isInNeed =
      state === 'out-not-safe' ||
      (state === 'on-course' &&
        (late.has(runner.runnerId) ||
          (rules.of(runner.event).isClosed
            ? !isInByLaps
            : findLateness(called, times, nowMs)?.isOverdue)));
    if (isInNeed) count += 1;
  }
  return count;
}
