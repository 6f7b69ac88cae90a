import { useMemo } from 'react';

import {
  type CutOffContext,
  type CutOffGroup,
  groupPastCutOffs,
  listLates,
} from '#shared/control/past-cut-offs.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { type ScoringRules, scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { splitChecks } from '../lists/left-checks.ts';
import { useLists } from '../lists/ListsProvider.tsx';

export interface PastCutOffs {
  readonly context: CutOffContext & { readonly rules: ScoringRules };
  readonly groups: readonly CutOffGroup[];
  /** The number of all runners in the groups. */
  readonly count: number;
}

/**
 * Runners on course who are past a cut-off (RULES.md CU2), except those whose lateness organisers have reviewed and
 * left.
 */
export function usePastCutOffs(
  rollCall: RollCall | undefined,
  config: RaceConfig,
  nowMs: EpochMs,
): PastCutOffs {
  const { missing } = useLists();
  const rules = useMemo(() => scoringRulesOf(config), [config]);
  const lates = useMemo(
    () => listLates(missing ? splitChecks(missing.toCheck, missing.control).open : { runners: [] }),
    [missing],
  );
  return useMemo(() => {
    const context = { rules, lates, nowMs };
    const groups = rollCall ? groupPastCutOffs(rollCall, context) : [];
    return { context, groups, count: groups.reduce((sum, { runners }) => sum + runners.length, 0) };
  }, [rollCall, rules, lates, nowMs]);
}
