import { type EventCode, EVENTS, isEventCode } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { isStartedByGun } from '#shared/scoring/mass-start.ts';
import { useMemo } from 'react';
import { useLists } from './ListsProvider.tsx';

/** The events that went by the gun alone (RULES.md ST11); another set only when it changes. */
export function useStartedByGun(config: RaceConfig, nowMs: EpochMs): ReadonlySet<EventCode> {
  const { missing } = useLists();
  const codes = EVENTS.filter((event) =>
    isStartedByGun(event, { ...config, massStarts: missing?.massStarts ?? [] }, nowMs),
  ).join();
  return useMemo(() => new Set(codes.split(',').filter(isEventCode)), [codes]);
}
