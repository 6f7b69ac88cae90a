import { useCallback, useMemo } from 'react';

import { coursesOf } from '#shared/model/courses.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { useLists } from '../lists/ListsProvider.tsx';
import { useStartPhases } from '../lists/use-start-phases.ts';
import {
  type CalledRunner,
  callEveryone,
  type KnownMissing,
  type RollCall,
} from '#shared/control/roll-call.ts';

/** A closed race has the same runners on course as an open one. */
const NOT_CLOSED = { closed: false, closedEvents: {} };

/**
 * Where everybody is, from the organisers' lists; undefined until loaded. The object changes only
 * with the lists, not with time; `nowMs` is by the server's clock (`useRaceNow`). `held` stands for what the mats say
 * where nothing may move under the fingers.
 */
export function useRollCall(
  config: RaceConfig,
  nowMs: EpochMs,
  held?: KnownMissing,
): RollCall | undefined {
  const { runners, everyone, missing: current } = useLists();
  const missing = held ?? current;
  const open = useMemo(() => ({ ...config, ...NOT_CLOSED }), [config]);
  const phaseOf = useStartPhases(open, nowMs);
  const courses = coursesOf(config);
  const isKnown = runners !== undefined;
  return useMemo(
    () => (isKnown && missing ? callEveryone(everyone, missing, phaseOf, courses) : undefined),
    [isKnown, everyone, missing, phaseOf, courses],
  );
}

/** Where one runner is, without looking at all the others; undefined until loaded. */
export function useCaller(
  config: RaceConfig,
  nowMs: EpochMs,
): (runner: AdminRunner) => CalledRunner | undefined {
  const { missing } = useLists();
  const open = useMemo(() => ({ ...config, ...NOT_CLOSED }), [config]);
  const phaseOf = useStartPhases(open, nowMs);
  const courses = coursesOf(config);
  return useCallback(
    (runner) =>
      missing && callEveryone([runner], missing, phaseOf, courses).byId.get(runner.runnerId),
    [missing, phaseOf, courses],
  );
}
