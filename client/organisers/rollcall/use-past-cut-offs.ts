import { useMemo } from 'react';

import { groupPastCutOffs } from '#shared/control/past-cut-offs.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';

/** Runners on course past a cut-off (RULES.md CU2). */
export function usePastCutOffs(rollCall: RollCall | undefined, config: RaceConfig, nowMs: EpochMs) {
  const rules = useMemo(() => scoringRulesOf(config), [config]);
  return useMemo(() => {
    const context = { rules, nowMs };
    const groups = rollCall ? groupPastCutOffs(rollCall, context) : [];
    return { context, groups };
  }, [rollCall, rules, nowMs]);
}
