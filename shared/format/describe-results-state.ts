import {
  findResultsState,
  isClosedFor,
  type RaceConfig,
  type Standing,
  standingOf,
} from '../model/race-config.ts';
import type { EventCode } from '../model/ids.ts';
import { groupBy } from '../model/group-by.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';
import type { Texts } from '../texts/en.ts';
import { labelEvent } from './label-event.ts';

/**
 * The state of the results of these events (RULES.md OF2): `Provisional results, protests until 16:30`, `Official results
 * since 16:40, A. Rees`; empty if open. Different states are listed: `Half: Official results since 16:40 · Ultra: …`.
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
  const { officialAt, officialBy, protestsUntil } = standingOf(event, config);
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
 * The same next to a badge of the state: `The race is closed`, `Protests until 16:30`, `Official since 16:40`; of several
 * events the latest.
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
    const since = findLatest(events, config, 'officialAt');
    return texts.standing.officialSince(clockOf(since, config, nowMs, texts));
  }
  const until = findLatest(events, config, 'protestsUntil');
  return until === ''
    ? texts.clock.closed
    : texts.standing.protestsUntil(clockOf(until, config, nowMs, texts));
}

/** The end of open protests against these events, `16:30`; empty if none are open. */
export function findOpenProtests(
  events: readonly EventCode[],
  config: RaceConfig,
  nowMs: EpochMs,
  texts: Pick<Texts, 'common'>,
): string {
  const provisional = events.filter((event) => findResultsState([event], config) === 'provisional');
  const until = findLatest(provisional, config, 'protestsUntil');
  const isOpen = (findStartMs(until, config.timeZone) ?? nowMs) > nowMs;
  return isOpen ? clockOf(until, config, nowMs, texts) : '';
}

/** The latest such setting of the closed events; empty for none. */
export function findLatest(
  events: readonly EventCode[],
  config: RaceConfig,
  moment: Exclude<keyof Standing, 'officialBy'>,
): string {
  return events
    .filter((event) => isClosedFor(event, config))
    .map((event) => standingOf(event, config)[moment])
    .reduce((latest, next) => (next > latest ? next : latest), '');
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
