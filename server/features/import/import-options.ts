import { EVENTS, byEvent } from '#shared/model/event.ts';
import type { RaceConfig } from '#shared/model/race-config.ts';
import { splitNames } from '#shared/model/race-config.ts';
import type { EpochMs } from '#shared/model/time.ts';
import { formatWallClock } from '#shared/model/wall-clock.ts';

import type { ImportOptions } from './parse-runners-csv.ts';

/** How a file is read in a race with these settings. */
export function importOptionsOf(
  { distances, raceStart, starts, timeZone }: RaceConfig,
  nowMs: EpochMs,
): Omit<ImportOptions, 'mapping' | 'wornBands'> {
  const today = formatWallClock(nowMs, timeZone).slice(0, 'YYYY-MM-DD'.length);
  return {
    distances: splitNames(distances),
    raceDays: byEvent((event) => {
      const start = starts[event] || raceStart;
      return start.slice(0, 'YYYY-MM-DD'.length) || today;
    }),
    isRaceDayKnown: raceStart !== '' || EVENTS.every((event) => starts[event] !== ''),
  };
}
