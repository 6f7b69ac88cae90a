import { findResultsState, type RaceConfig } from '../model/race-config.ts';
import type { EventCode } from '../model/ids.ts';
import { groupBy } from '../model/group-by.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';
import type { Texts } from '../texts/en.ts';
import { labelEvent } from './label-event.ts';

/**
 * The state of the results of these events (RULES.md OF2): `Provisional results, protests until 16:30`, `Official results
 * since 16:40, A. Rees`; empty if open. A distance closed before the others is named: `Half: Provisional results`.
 */
export function describeResultsState(
  events: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'standing' | 'common'>,
): string {
  const byText = groupBy(events, (event) => describeEvent(event, config, nowMs, texts));
  const [only] = byText.size === 1 ? byText.keys() : [];
  if (only !== undefined) return only;
  return Array.from(byText, ([text, of]) =>
    text === '' ? [] : `${of.map((event) => labelEvent(event, config)).join(', ')}: ${text}`,
  )
    .flat()
    .join(' · ');
}

function describeEvent(
  event: EventCode,
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'standing' | 'common'>,
): string {
  const { standing } = texts;
  const { officialAt, officialBy, protestsUntil } = config;
  switch (findResultsState([event], config)) {
    case 'open':
      return '';
    case 'provisional':
      return standing.provisional(clockOf(protestsUntil, config, nowMs, texts));
    case 'official':
      break;
  }
  return standing.official(clockOf(officialAt, config, nowMs, texts), officialBy);
}

/**
 * The same next to a badge of the state: `The race is closed`, `Protests until 16:30`, `Official since 16:40`.
 */
export function describeStateBriefly(
  events: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'standing' | 'common' | 'clock'>,
): string {
  const state = findResultsState(events, config);
  if (state === 'open') return '';
  if (state === 'official') {
    return texts.standing.officialSince(clockOf(config.officialAt, config, nowMs, texts));
  }
  const { protestsUntil } = config;
  return protestsUntil === ''
    ? texts.clock.closed
    : texts.standing.protestsUntil(clockOf(protestsUntil, config, nowMs, texts));
}

/** The end of open protests, `16:30`; empty if none are open. */
export function findOpenProtests(
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'common'>,
): string {
  const { protestsUntil, timeZone } = config;
  const isOpen = (findStartMs(protestsUntil, timeZone) ?? nowMs) > nowMs;
  return isOpen ? clockOf(protestsUntil, config, nowMs, texts) : '';
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
