import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import { asIfUtc, wallClockToEpochMs, zoneOffsetMs } from '#shared/model/wall-clock.ts';

import type { RaceSettings } from './race-settings.ts';

const DAY_MS = 24 * HOUR_MS;
/** How far before the start a time of day still counts as the race's first day. */
const BEFORE_START_MS = 12 * HOUR_MS;
const MINUTES_REMEMBERED = 2_000;

export interface ReadClockOptions {
  /** The zone the operator gave, which takes precedence over that of the race. */
  readonly zone: string | undefined;
  readonly race: RaceSettings;
  readonly now: () => EpochMs;
  /** Called once when reads have to be taken on an assumption, so that the operator can correct it. */
  readonly onAssumption: (text: string) => void;
}

/** Turns the times on a reader's clock, which have no zone and perhaps no date, into moments. */
export class ReadClock {
  readonly #timeZone: string;
  readonly #startMs: EpochMs | undefined;
  readonly #now: () => EpochMs;
  readonly #onAssumption: (text: string) => void;
  readonly #offsets = new Map<number, DurationMs>();
  readonly #assumed = { zone: false, date: false };

  constructor({ zone, race, now, onAssumption }: ReadClockOptions) {
    this.#timeZone = zone ?? race.timeZone ?? DEFAULT_CONFIG.timeZone;
    this.#startMs = race.startMs;
    this.#now = now;
    this.#onAssumption = onAssumption;
    this.#assumed = {
      zone: zone === undefined && race.timeZone === undefined,
      date: !race.startMs,
    };
  }

  /**
   * The moment at which clocks in the zone show what clocks in UTC show at `shownMs`. See {@link
   * wallClockToEpochMs} for the nights on which clocks change.
   */
  fromWallClock(shownMs: EpochMs): EpochMs {
    this.#reportAssumedZone();
    const minute = Math.floor(shownMs / MINUTE_MS);
    let offsetMs = this.#offsets.get(minute);
    if (offsetMs === undefined) {
      if (this.#offsets.size >= MINUTES_REMEMBERED) this.#offsets.clear();
      offsetMs = this.#offsetAt(minute * MINUTE_MS);
      this.#offsets.set(minute, offsetMs);
    }
    return shownMs - offsetMs;
  }

  /**
   * The moment of a bare time of day: on the day of the start, or today while no start is set. A
   * time more than 12 hours before the start is taken as after midnight.
   */
  fromTimeOfDay(sinceMidnightMs: DurationMs): EpochMs {
    this.#reportAssumedDate();
    const dayOf = this.#startMs ?? this.#now();
    const shownMs = dayOf + zoneOffsetMs(dayOf, this.#timeZone);
    const midnightMs = Math.floor(shownMs / DAY_MS) * DAY_MS;
    const sameDayMs = this.fromWallClock(midnightMs + sinceMidnightMs);
    const isNextDay = this.#startMs !== undefined && sameDayMs < this.#startMs - BEFORE_START_MS;
    return isNextDay ? this.fromWallClock(midnightMs + DAY_MS + sinceMidnightMs) : sameDayMs;
  }

  /** Clocks change on the minute, so each minute has one offset from UTC. */
  #offsetAt(shownMs: EpochMs): DurationMs {
    const at = new Date(shownMs);
    const wall = {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: 0,
      millisecond: 0,
    };
    return asIfUtc(wall) - wallClockToEpochMs(wall, this.#timeZone);
  }

  #reportAssumedZone(): void {
    if (!this.#assumed.zone) return;
    this.#assumed.zone = false;
    this.#onAssumption(
      `The race's time zone is not known: times without a zone are taken as ${this.#timeZone}. ` +
        'Give --zone if that is wrong.',
    );
  }

  #reportAssumedDate(): void {
    if (!this.#assumed.date) return;
    this.#assumed.date = false;
    this.#onAssumption(
      'No race start is set: times without a date are taken as of today. ' +
        'Set raceStart before replaying another day.',
    );
  }
}
