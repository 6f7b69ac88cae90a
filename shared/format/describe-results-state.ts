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
  texts: Pick<Texts, 'standing' | 'common'>,
): string {
  const { officialAt, officialBy, protestsUntil } = config;
  const { standing } = texts;
  switch (findResultsState(events, config)) {
    case 'open':
      return '';
    case 'provisional':
      return standing.provisional(clockOf(protestsUntil, config, nowMs, texts));
    case 'official':
      break;
  }
  return standing.official(clockOf(officialAt, config, nowMs, texts), officialBy);
}

/** The same beside a badge that has the state: `The race is closed`, `Protests until 16:30`, `Official since 16:40`. */
export function describeStateBriefly(
  events: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'standing' | 'common' | 'clock'>,
): string {
  const { officialAt, protestsUntil } = config;
  const state = findResultsState(events, config);
  if (state === 'open') return '';
  if (state === 'official') {
    return texts.standing.officialSince(clockOf(officialAt, config, nowMs, texts));
  }
  return protestsUntil === ''
    ? texts.clock.closed
    : texts.standing.protestsUntil(clockOf(protestsUntil, config, nowMs, texts));
}

function clockOf(
  moment: string,
  { timeZone }: RaceConfig,
  nowMs: EpochMs,
  { common: { dates } }: Pick<Texts, 'common'>,
): string {
  const atMs = findStartMs(moment, timeZone);
  return atMs === undefined ? '' : dates.clockOn(atMs, nowMs, timeZone);
}
