import { useCallback, useMemo } from 'react';

import {
  type CalledRunner,
  callEveryone,
  type KnownMissing,
  type RollCall,
} from '#shared/control/roll-call.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { scoringRulesOf } from '#shared/scoring/scoring-rules.ts';
import {
  findStartPhases,
  type StartPhase,
  type StartSettings,
} from '#shared/scoring/start-phase.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '../lists/ListsProvider.tsx';

/**
 * Where everybody is, from the organisers' lists; undefined until loaded. The object changes only with the lists and
 * start phases. `nowMs` is by the server's clock (`useRaceClock`). `held` replaces the data of the mats while nothing may
 * move under the fingers.
 */
export function useRollCall(
  config: StartSettings,
  nowMs: EpochMs,
  held?: KnownMissing,
): RollCall | undefined {
  const { runners, everyone, missing: current } = useLists();
  const missing = held ?? current;
  const phaseOf = useStartPhases(config, nowMs);
  const courses = coursesOf(config);
  const isKnown = runners !== undefined;
  return useMemo(
    () => (isKnown && missing ? callEveryone(everyone, missing, phaseOf, courses) : undefined),
    [isKnown, everyone, missing, phaseOf, courses],
  );
}

/** Where one runner is, without computing it for all others; undefined until loaded. */
export function useCaller(
  config: StartSettings,
  nowMs: EpochMs,
): (runner: AdminRunner) => CalledRunner | undefined {
  const { missing } = useLists();
  const phaseOf = useStartPhases(config, nowMs);
  const courses = coursesOf(config);
  return useCallback(
    (runner) =>
      missing && callEveryone([runner], missing, phaseOf, courses).byId.get(runner.runnerId),
    [missing, phaseOf, courses],
  );
}

/**
 * The start phase of a runner without reads (RULES.md ST11, ST12), as if the race were open: closing it changes nobody's
 * whereabouts. The function changes only when a gun passes.
 */
function useStartPhases(
  config: StartSettings,
  nowMs: EpochMs,
): (runner: AdminRunner) => StartPhase {
  const { everyone } = useLists();
  const massStarts = config.massStarts?.join() ?? '';
  const rules = useMemo(() => scoringRulesOf(config), [config]);
  const guns = useMemo(() => {
    const { waves } = rules.courses.setup;
    const own = everyone.filter(({ ownStart }) => waves.length > 0 || ownStart);
    return [...new Set([...Object.values(rules.guns), ...own.map(rules.gunOf)])];
  }, [everyone, rules]);
  let lastMs = -Infinity;
  for (const gunMs of guns) {
    if (gunMs !== undefined && gunMs <= nowMs) lastMs = Math.max(lastMs, gunMs);
  }
  return useMemo(() => {
    const settings = { massStarts: massStarts.split(','), closed: false, closedEvents: {} };
    return findStartPhases(settings, rules, lastMs);
  }, [massStarts, rules, lastMs]);
}
