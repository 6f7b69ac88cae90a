import type { EventCode } from '#shared/model/event.ts';
import { EVENTS } from '#shared/model/event.ts';
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
  const days = EVENTS.map((event) => {
    const start = starts[event] || raceStart;
    return [event, start.slice(0, 'YYYY-MM-DD'.length) || today];
  });
  return {
    distances: splitNames(distances),
    raceDays: Object.fromEntries(days) as Record<EventCode, string>,
    isRaceDayKnown: raceStart !== '' || EVENTS.every((event) => starts[event] !== ''),
  };
}
