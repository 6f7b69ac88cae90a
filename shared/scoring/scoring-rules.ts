import { byEvent, type EventCode } from '../model/event.ts';
import { DEFAULT_CONFIG, isClosedFor, type RaceConfig } from '../model/race-config.ts';
import type { Timing } from '../model/settings.ts';
import { type DurationMs, type EpochMs, MINUTE_MS, parseDuration } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';

/** What scoring needs of the settings, as moments and spans. */
export interface ScoringRules {
  /** The gun of each event, or undefined while none is set. */
  readonly guns: Readonly<Record<EventCode, EpochMs | undefined>>;
  readonly timing: Timing;
  /** How long after the start a finish scan begins to count. */
  readonly earliestFinishMs: DurationMs;
  /** Whether the race is over for an event, so that whoever is still out did not finish. */
  readonly closed: Readonly<Record<EventCode, boolean>>;
}

/**
 * Reads the settings. The gun of an event is its own start, else the race
 * start, else none (RULES.md ST1); a start that cannot be read counts as not
 * set, an earliest finish that cannot be read as the default.
 */
export function scoringRulesOf(config: RaceConfig): ScoringRules {
  const raceGunMs = findStartMs(config.raceStart, config.timeZone);
  const gunOf = (event: EventCode): EpochMs | undefined =>
    findStartMs(config.starts[event], config.timeZone) ?? raceGunMs;
  return {
    guns: byEvent(gunOf),
    timing: config.timing,
    earliestFinishMs:
      parseDuration(config.earliestFinish) ??
      parseDuration(DEFAULT_CONFIG.earliestFinish) ??
      10 * MINUTE_MS,
    closed: byEvent((event) => isClosedFor(event, config)),
  };
}
