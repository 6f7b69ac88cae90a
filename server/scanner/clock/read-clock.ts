import { DEFAULT_CONFIG } from '#shared/model/race-config.ts';
import { type DurationMs, type EpochMs, HOUR_MS, MINUTE_MS } from '#shared/model/time.ts';
import {
  asIfUtc,
  formatWallClock,
  wallClockToEpochMs,
  zoneOffsetMs,
} from '#shared/model/wall-clock.ts';

import type { RaceSettings } from './race-settings.ts';

const DAY_MS = 24 * HOUR_MS;
/** A time of day earlier than this before the start is of the day after. */
const BEFORE_START_MS = HOUR_MS;
/** Live reads come from a day before the start to ten days after it; at any other time a race is replayed. */
const LIVE_FROM_MS = -DAY_MS;
const LIVE_UNTIL_MS = 10 * DAY_MS;
const MINUTES_REMEMBERED = 2_000;

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DateOrder = 'dmy' | 'mdy';

export interface ReadClockOptions {
  /** The zone the operator gave, which takes precedence over that of the race. */
  readonly zone: string | undefined;
  readonly race: RaceSettings;
  readonly now: () => EpochMs;
  /** Reads arrive when they are made; else they come from a file. */
  readonly isLive: boolean;
  /** The day on which a file begins, `2026-06-20`. */
  readonly date?: string | undefined;
  readonly dates?: DateOrder | undefined;
  /** Times without a date are spans since the start. */
  readonly isElapsed?: boolean;
  /** Called once when reads depend on an assumption, so that the operator can correct it. */
  readonly onAssumption: (text: string) => void;
}

export interface TimesSeen {
  timesOfDay: number;
  /** How many would be before the start, if the first one is: they may be times since the start. */
  beforeStart: number;
  /** A date whose day and month could be either way round. */
  openDate: string | undefined;
  readonly orders: Set<DateOrder>;
}

/** Turns times of a reader's clock, without a zone and perhaps without a date, into moments. */
export class ReadClock {
  readonly seen: TimesSeen = {
    timesOfDay: 0,
    beforeStart: 0,
    openDate: undefined,
    orders: new Set(),
  };
  readonly isElapsed: boolean;
  readonly #timeZone: string;
  readonly #startMs: EpochMs | undefined;
  readonly #date: string | undefined;
  readonly #dates: DateOrder | undefined;
  readonly #isLive: boolean;
  readonly #now: () => EpochMs;
  readonly #onAssumption: (text: string) => void;
  readonly #offsets = new Map<number, DurationMs>();
  readonly #assumed = { zone: false, date: false, start: true };
  /** The moment of the time of day before. */
  #lastMs: EpochMs | undefined;

  constructor(options: ReadClockOptions) {
    const { zone, race, now, isLive, date, dates, isElapsed = false, onAssumption } = options;
    this.#timeZone = zone ?? race.timeZone ?? DEFAULT_CONFIG.timeZone;
    this.#startMs = race.startMs;
    this.#date = date;
    this.#dates = dates;
    this.#isLive = isLive && date === undefined;
    this.#now = now;
    this.#onAssumption = onAssumption;
    this.isElapsed = isElapsed;
    this.#assumed = {
      zone: zone === undefined && race.timeZone === undefined,
      date: race.startMs === undefined && date === undefined,
      start: true,
    };
  }

  /** The moment at which the clocks of the zone show `shownMs`, taken as UTC ({@link wallClockToEpochMs}). */
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
   * The moment of a bare time of day (SCANNER.md SN14): live the one nearest to its arrival; in a file the one nearest
   * to the line before, from an hour before the start on.
   */
  fromTimeOfDay(sinceMidnightMs: DurationMs, text: string): EpochMs {
    if (this.#isRaceOn()) return this.#nearest(sinceMidnightMs, this.#now());
    this.#reportAssumedDate();
    const fromMs = this.#beginMs();
    const nearMs = this.#nearest(sinceMidnightMs, this.#lastMs ?? fromMs + DAY_MS / 2);
    const atMs = nearMs < fromMs ? this.#nearest(sinceMidnightMs, nearMs + DAY_MS) : nearMs;
    this.#lastMs = atMs;
    this.#note(sinceMidnightMs, atMs, text);
    return atMs;
  }

  /** The moment of a time since the start; undefined while the race has none. */
  fromStart(elapsedMs: DurationMs): EpochMs | undefined {
    if (this.#startMs === undefined) return undefined;
    if (this.#assumed.start) {
      this.#assumed.start = false;
      const start = formatWallClock(this.#startMs, this.#timeZone);
      this.#onAssumption(`The times are taken as times since the start, ${start}.`);
    }
    return this.#startMs + elapsedMs;
  }

  /** Which of two numbers of a date is the day; undefined if neither they nor earlier dates show it (SN42). */
  orderOf(first: number, second: number, date: string): DateOrder | undefined {
    const sure = first > 12 ? 'dmy' : second > 12 ? 'mdy' : undefined;
    if (sure) this.seen.orders.add(sure);
    const { orders } = this.seen;
    const [common] = orders.size === 1 ? orders : [];
    const order = sure ?? this.#dates ?? (first === second ? 'dmy' : common);
    if (order === undefined) this.seen.openDate = date;
    return order;
  }

  #isRaceOn(): boolean {
    if (!this.#isLive) return false;
    const sinceStartMs = this.#now() - (this.#startMs ?? this.#now());
    return LIVE_FROM_MS <= sinceStartMs && sinceStartMs <= LIVE_UNTIL_MS;
  }

  /** The earliest moment of a time of day in a file. */
  #beginMs(): EpochMs {
    if (this.#date === undefined && this.#startMs !== undefined) {
      return this.#startMs - BEFORE_START_MS;
    }
    const day = this.#date ?? formatWallClock(this.#now(), this.#timeZone).slice(0, 10);
    return this.fromWallClock(Date.parse(`${day}T00:00:00Z`));
  }

  /** The moment with this time of day that is nearest to another, of two equally near the later. */
  #nearest(sinceMidnightMs: DurationMs, aroundMs: EpochMs): EpochMs {
    const shownMs = aroundMs + zoneOffsetMs(aroundMs, this.#timeZone);
    const midnightMs = Math.floor(shownMs / DAY_MS) * DAY_MS;
    const farMs = sinceMidnightMs - (shownMs - midnightMs);
    const days = farMs > DAY_MS / 2 ? -1 : farMs <= -DAY_MS / 2 ? 1 : 0;
    return this.fromWallClock(midnightMs + days * DAY_MS + sinceMidnightMs);
  }

  /** Counts times to the second: typed ones often have no hours of the day. */
  #note(sinceMidnightMs: DurationMs, atMs: EpochMs, text: string): void {
    if (!/:\d\d:/.test(text) || this.#startMs === undefined || this.#date !== undefined) return;
    this.seen.timesOfDay += 1;
    const earliestMs = this.#startMs - BEFORE_START_MS;
    const sinceMs = this.#now() - atMs;
    const isOfNow = 0 <= sinceMs && sinceMs <= DAY_MS / 2;
    // Clocks write `00:17:53`, stopwatches `0:17:53`.
    const isBefore =
      this.#nearest(sinceMidnightMs, this.#startMs) < earliestMs ||
      (text.startsWith('0:') && atMs - earliestMs > HOUR_MS);
    const wasBefore = this.seen.timesOfDay === 1 || this.seen.beforeStart > 0;
    if (isBefore && wasBefore && !isOfNow) this.seen.beforeStart += 1;
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
      `The race's time zone is unknown: times without a zone are taken as ${this.#timeZone}. ` +
        'Give --zone if that is wrong.',
    );
  }

  #reportAssumedDate(): void {
    if (!this.#assumed.date) return;
    this.#assumed.date = false;
    this.#onAssumption(
      'No race start is set: times without a date are taken as of today. ' +
        'Set raceStart, or give --date, before replaying another day.',
    );
  }
}
