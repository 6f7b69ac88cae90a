import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isStartedByGun } from '#shared/scoring/mass-start.ts';
import { useMemo } from 'react';
import { useLists } from './ListsProvider.tsx';

/** The events that went by the gun alone (RULES.md ST11); another set only when it changes. */
export function useStartedByGun(config: RaceConfig, nowMs: EpochMs): ReadonlySet<EventCode> {
  const { missing } = useLists();
  const settings = { ...config, massStarts: missing?.massStarts ?? [] };
  const codes = coursesOf(config)
    .events.filter((event) => isStartedByGun(event, settings, nowMs))
    .join();
  return useMemo(() => new Set(codes.split(',').filter(Boolean)), [codes]);
}
