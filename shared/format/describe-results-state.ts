import { findResultsState, type RaceConfig } from '../model/race-config.ts';
import type { EventCode } from '../model/event.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';
import type { Texts } from '../texts/en.ts';

/**
 * How far the results of these events may be relied on, in words (RULES.md OF2): `Provisional results, protests until
 * 16:30`, `Official results since 16:40, A. Rees`; empty while their race is open.
 */
export function describeResultsState(
  events: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  { standing, common: { dates } }: Pick<Texts, 'standing' | 'common'>,
): string {
  const { officialAt, officialBy, protestsUntil, timeZone } = config;
  const clockOf = (moment: string): string => {
    const atMs = findStartMs(moment, timeZone);
    return atMs === undefined ? '' : dates.clockOn(atMs, nowMs, timeZone);
  };
  switch (findResultsState(events, config)) {
    case 'open':
      return '';
    case 'provisional':
      return standing.provisional(clockOf(protestsUntil));
    case 'official':
      break;
  }
  return standing.official(clockOf(officialAt), officialBy);
}
