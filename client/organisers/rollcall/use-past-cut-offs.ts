import { useMemo } from 'react';

import { groupPastCutOffs, listLates } from '#shared/control/past-cut-offs.ts';
import type { RollCall } from '#shared/control/roll-call.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import { splitChecks } from '../lists/left-checks.ts';
import { useLists } from '../lists/ListsProvider.tsx';

/** Runners on course past a cut-off (RULES.md CU2), except those whose lateness was reviewed and ignored. */
export function usePastCutOffs(rollCall: RollCall | undefined, config: RaceConfig, nowMs: EpochMs) {
  const { missing } = useLists();
  const rules = useMemo(() => scoringRulesOf(config), [config]);
  const lates = useMemo(
    () => listLates(missing ? splitChecks(missing.toCheck, missing.control).open : { runners: [] }),
    [missing],
  );
  return useMemo(() => {
    const context = { rules, lates, nowMs };
    const groups = rollCall ? groupPastCutOffs(rollCall, context) : [];
    return { context, groups };
  }, [rollCall, rules, lates, nowMs]);
}
