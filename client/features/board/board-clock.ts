import { formatRaceClock, formatShort } from '#shared/format/format-time.ts';
import { type EpochMs, HOUR_MS, SECOND_MS } from '#shared/model/time.ts';
import type { Texts } from '#shared/texts/en.ts';

/** The large figures of the board, and what they are. */
export interface BoardClock {
  readonly time: string;
  readonly label: string;
}

/** A race that nobody closed is over by then. */
const LONGEST_RACE_MS = 48 * HOUR_MS;

export interface BoardClockOptions {
  readonly gunMs: EpochMs | undefined;
  readonly timeZone: string;
  readonly isClosed: boolean;
  readonly texts: Texts;
}

/** The race time while the race runs, the time to the start in the hour before it, else the time of day. */
export function describeBoardClock(nowMs: EpochMs, options: BoardClockOptions): BoardClock {
  const { gunMs, timeZone, isClosed, texts } = options;
  const { board, clock, common } = texts;
  const sinceMs = gunMs === undefined ? undefined : nowMs - gunMs;
  if (!isClosed && sinceMs !== undefined) {
    if (sinceMs >= 0 && sinceMs < LONGEST_RACE_MS) {
      return { time: formatRaceClock(sinceMs), label: board.raceTime };
    }
    if (sinceMs < 0 && -sinceMs <= HOUR_MS) {
      return { time: formatShort(Math.ceil(-sinceMs / SECOND_MS)), label: board.toStart };
    }
  }
  const time = common.dates.clock(nowMs, timeZone);
  return { time, label: isClosed ? clock.closed : board.timeOfDay };
}
