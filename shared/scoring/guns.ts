import { coursesOf } from '../model/courses.ts';
import type { RaceConfig } from '../model/race-config.ts';
import type { EpochMs } from '../model/time.ts';
import { findStartMs } from '../model/wall-clock.ts';

export type StartsOfRace = Pick<RaceConfig, 'setup' | 'raceStart' | 'starts' | 'timeZone'>;

/** The gun of each event and of each wave, by code and id; undefined while none is set. */
export type EventGuns = Readonly<Record<string, EpochMs | undefined>>;

/**
 * Reads the starts of the settings. The gun of an event is its own start, else the race start, else none (RULES.md
 * ST1), and that of a wave its own, else that of its event (ST12); an unreadable start counts as not set.
 */
export function readGuns(config: StartsOfRace): EventGuns {
  const { events, setup } = coursesOf(config);
  const raceGunMs = findStartMs(config.raceStart, config.timeZone);
  const guns: Record<string, EpochMs | undefined> = {};
  for (const event of events) {
    guns[event] = findStartMs(config.starts[event] ?? '', config.timeZone) ?? raceGunMs;
  }
  for (const { id, distance } of setup.waves) {
    guns[id] = findStartMs(config.starts[id] ?? '', config.timeZone) ?? guns[distance];
  }
  return guns;
}
